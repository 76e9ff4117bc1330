-- Fields of products that the public product feed has.
alter table custom_field add column is_in_feed boolean not null default false;
