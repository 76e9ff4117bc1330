-- Who of staff is mentioned in a note about an order, and when they have seen it.
create table order_note_mention (
  note_id bigint not null references order_note,
  staff_id bigint not null references staff,
  -- Null: not yet.
  seen_at timestamptz,
  primary key (staff_id, note_id)
);
create index on order_note_mention (staff_id) where seen_at is null;

insert into order_note_mention (note_id, staff_id)
select n.id, s.id from order_note n join staff s on s.id = any(n.mentions);
