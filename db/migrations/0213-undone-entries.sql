-- The entry that this one undoes. It was only named in the reason, where staff can type the same words. No foreign key:
-- an undo stays true when the entry it names is no longer kept.
alter table audit_entry add column undoes bigint;
create index on audit_entry (undoes) where undoes is not null;

-- The table is append-only; this fills a column that did not exist when the rows were written.
alter table audit_entry disable trigger user;
update audit_entry set undoes = (regexp_match(reason, '^(?:correction: )?undo (\d{1,15})$'))[1]::bigint
where reason ~ '^(correction: )?undo \d{1,15}$';
alter table audit_entry enable trigger user;
