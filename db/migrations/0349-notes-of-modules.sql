-- A module writes notes about orders, too: it has no person. Nodes of the release before do not show them.
alter table order_note alter column staff_id drop not null;
alter table order_note add column module text;
alter table order_note add check ((staff_id is null) <> (module is null));
comment on column order_note.module is 'Name of the module that wrote it; null: a person did.';
