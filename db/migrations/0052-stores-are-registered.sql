-- No list of stores in SQL: the application validates codes (domain/stores/stores.ts), the database their shape. The
-- stores that SQL has to know are registered after the migrations (server/database/register-stores.ts).

do $$
declare
  unwanted record;
begin
  for unwanted in select conname from pg_constraint where contypid = 'store_code'::regtype loop
    execute format('alter domain store_code drop constraint %I', unwanted.conname);
  end loop;
  for unwanted in
    select conrelid::regclass as relation, conname from pg_constraint
    where contype = 'c' and conrelid in ('coupon'::regclass, 'withdrawal'::regclass)
      and pg_get_constraintdef(oid) like '%''sv''%'
  loop
    execute format('alter table %s drop constraint %I', unwanted.relation, unwanted.conname);
  end loop;
end $$;
-- Not validated: PostgreSQL cannot for arrays of the domain, and what is there was checked against the list.
alter domain store_code add constraint store_code_check check (value ~ '^[a-z]{2,8}$') not valid;
alter table withdrawal alter column store type store_code;

create table store (
  code store_code primary key,
  -- Letters before the running number of an order; the number is of the sequence order_number_{code}.
  order_number_prefix text not null unique check (order_number_prefix ~ '^[A-Z]{1,3}$')
);
insert into store (code, order_number_prefix) values ('sv', 'S'), ('no', 'N'), ('de', 'D'), ('da', 'K');
