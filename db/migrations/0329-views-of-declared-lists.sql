-- Names of declared lists have hyphens: `api-keys`.
alter table saved_view drop constraint saved_view_table_name_check;
alter table saved_view add constraint saved_view_table_name_check check (table_name ~ '^[a-z-]{1,40}$');
