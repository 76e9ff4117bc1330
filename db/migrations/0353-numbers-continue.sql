-- A store that moved here continues the numbers of its former shop: its first invoice has a number of its choice.

alter table invoice_counter add column first_number integer not null default 1
  check (first_number between 1 and 100000000);
