-- How the former shop of a customer kept the password (WooCommerce: phpass or bcrypt). The first login that fits it
-- replaces it by a hash of this shop; where `password_hash` is set it counts no longer.
alter table account add column former_password_hash text check (former_password_hash ~ '^\$(P|wp|2[aby])\$');
create index account_former_password_idx on account (id) where former_password_hash is not null;
