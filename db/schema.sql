-- The tables of the shop as all migrations leave them, to read. Functions are in db/routines.
-- Written by `npm run db:types`. Never edit by hand, never run.

create domain minor_units as bigint CHECK (VALUE >= 0 AND VALUE <= '1000000000000'::bigint);

create domain store_code as text CHECK (VALUE ~ '^[a-z]{2,8}$'::text) NOT VALID;

create table account (
  id bigint not null identity,
  -- What customer service asks for; never a secret.
  number text not null default ('C'::text || nextval('customer_number'::regclass)),
  -- The country store it was opened in: the language of its mails. It can log in to all four.
  store store_code not null,
  -- As domain/stores/email.ts normalises it: two spellings of one address are one account.
  email text not null,
  -- argon2id in PHC form; null: no password yet, to be set through a mail or a login link.
  password_hash text,
  type text not null default 'private'::text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  company_name text,
  phone text not null default ''::text,
  street text not null default ''::text,
  postal_code text not null default ''::text,
  city text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email_verified_at timestamp with time zone,
  passkey_user uuid not null default gen_random_uuid(),
  -- An account whose customer asked for its deletion: nothing personal is left in its row, which stays because
  -- subscriptions that have ended refer to it.
  erased_at timestamp with time zone,
  -- How the former shop of a customer kept the password (WooCommerce: phpass or bcrypt). The first login that fits it
  -- replaces it by a hash of this shop; where `password_hash` is set it counts no longer.
  former_password_hash text,
  PRIMARY KEY (id),
  UNIQUE (email),
  UNIQUE (number),
  UNIQUE (passkey_user),
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254),
  CHECK (former_password_hash ~ '^\$(P|wp|2[aby])\$'::text),
  CHECK (type = ANY (ARRAY['private'::text, 'business'::text]))
);
CREATE INDEX account_former_password_idx ON account USING btree (id) WHERE (former_password_hash IS NOT NULL);
CREATE INDEX account_search_words ON account USING gin (to_tsvector('simple'::regconfig, translate(((((((((number || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || COALESCE(company_name, ''::text)) || ' '::text) || email), '@.-_+/'::text, '      '::text)));
CREATE INDEX account_without_password_idx ON account USING btree (store) WHERE ((password_hash IS NULL) AND (erased_at IS NULL));
CREATE TRIGGER account_is_published_on_insert AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION publish_account();
CREATE TRIGGER account_is_published_on_update AFTER UPDATE ON account FOR EACH ROW WHEN (new.email IS DISTINCT FROM old.email OR new.type IS DISTINCT FROM old.type OR new.first_name IS DISTINCT FROM old.first_name OR new.last_name IS DISTINCT FROM old.last_name OR new.company_name IS DISTINCT FROM old.company_name OR new.phone IS DISTINCT FROM old.phone OR new.street IS DISTINCT FROM old.street OR new.postal_code IS DISTINCT FROM old.postal_code OR new.city IS DISTINCT FROM old.city OR new.erased_at IS DISTINCT FROM old.erased_at) EXECUTE FUNCTION publish_account();
CREATE TRIGGER field_values_deleted AFTER DELETE ON account REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_field_values('customer');

-- Addresses that a customer keeps for checkout, per store because each validates its own country.
create table account_address (
  id bigint not null identity,
  account_id bigint not null,
  store text not null,
  kind text not null,
  first_name text not null,
  last_name text not null,
  company_name text,
  street text not null,
  postal_code text not null,
  city text not null,
  -- Filled in at checkout.
  is_default boolean not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (kind = ANY (ARRAY['delivery'::text, 'invoice'::text]))
);
CREATE INDEX account_address_account_id_store_idx ON account_address USING btree (account_id, store);
CREATE UNIQUE INDEX account_address_default ON account_address USING btree (account_id, store, kind) WHERE is_default;

-- The cart of an account in a store: written by every sync of a logged-in customer, merged with the device's cart
-- at a login (decision 75).
create table account_cart (
  account_id bigint not null,
  store text not null,
  lines jsonb not null,
  coupon_codes text[] not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (account_id, store),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code)
);

-- What staff changed in a customer's profile. The audit names the fields; their values are here, because they are erased
-- with the account.
create table account_change (
  id bigint not null identity,
  account_id bigint not null,
  -- The changed fields, by their names in `Profile` of domain/accounts/account.ts.
  before jsonb not null,
  after jsonb not null,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id),
  CHECK (jsonb_typeof(after) = 'object'::text),
  CHECK (jsonb_typeof(before) = 'object'::text)
);
CREATE INDEX account_change_account_id_id_idx ON account_change USING btree (account_id, id);

-- Devices that have logged in to an account before: password guessing from elsewhere does not lock them out.
create table account_device (
  -- SHA-256 of the random token in the device's cookie. One device may know several accounts.
  token_hash bytea not null,
  account_id bigint not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  PRIMARY KEY (token_hash, account_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_device_account_id_used_at_idx ON account_device USING btree (account_id, used_at);

-- The customer's own percentage on a discount category (ENTITY-40, COUPON-19).
create table account_discount (
  account_id bigint not null,
  discount_category text not null,
  percentage_basis_points integer not null,
  PRIMARY KEY (account_id, discount_category),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CHECK (discount_category <> ''::text),
  CHECK (percentage_basis_points >= 1 AND percentage_basis_points <= 10000)
);

-- A change of the address that must be confirmed at the former and at the new one.
create table account_email_change (
  id bigint not null identity,
  account_id bigint not null,
  store text not null,
  old_email text not null,
  new_email text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  old_token_hash bytea,
  new_token_hash bytea,
  old_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  -- Null: still open, or given up for a newer request.
  done_at timestamp with time zone,
  replaced_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (new_token_hash),
  UNIQUE (old_token_hash),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (new_email = lower(new_email) AND length(new_email) >= 3 AND length(new_email) <= 254)
);
CREATE INDEX account_email_change_account_id_idx ON account_email_change USING btree (account_id);
CREATE INDEX account_email_change_expires_at_idx ON account_email_change USING btree (expires_at);

-- Devices that a customer saved in the finder, the newest with the highest position.
create table account_finder_device (
  account_id bigint not null,
  device_id bigint not null,
  -- The customer's own name for it; null: its name in the catalogue.
  label text,
  position integer not null,
  PRIMARY KEY (account_id, device_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE CASCADE,
  CHECK (length(label) >= 1 AND length(label) <= 60)
);

-- A request to open an account. It is written for every address, with or without an account, so that the answer
-- and its work are the same; the job that mails decides.
create table account_opening (
  id bigint not null identity,
  store text not null,
  email text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- Null until the mail is written.
  token_hash bytea,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254)
);
CREATE INDEX account_opening_expires_at_idx ON account_opening USING btree (expires_at);

-- Tokens that open something once: `login` for ?token=, `password` for ?change_password=.
create table account_token (
  id bigint not null identity,
  account_id bigint not null,
  purpose text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CHECK (purpose = ANY (ARRAY['login'::text, 'password'::text]))
);
CREATE INDEX account_token_account_id_purpose_idx ON account_token USING btree (account_id, purpose);

-- Keys with which programs use the back office's API (domain/api-keys/). Rows are kept: the audit names keys.
create table api_key (
  id bigint not null identity,
  name text not null,
  -- Whose it is: a key never has more than this person has.
  staff_id bigint not null,
  permissions text[] not null,
  -- Empty: all stores of the person.
  stores text[] not null default '{}'::text[],
  -- SHA-256 of the secret. The former one is valid as well until its time.
  secret_hash bytea not null,
  former_secret_hash bytea,
  former_secret_until timestamp with time zone,
  -- First characters of the secret, to recognise it.
  secret_start text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- At most once a minute.
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (former_secret_hash),
  UNIQUE (secret_hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id),
  CHECK ((former_secret_hash IS NULL) = (former_secret_until IS NULL)),
  CHECK (cardinality(permissions) > 0),
  CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE INDEX api_key_staff_id_idx ON api_key USING btree (staff_id);

-- The archive of the shop that staff have written in the back office, encrypted and in parts, for a day. Part 0 is the
-- key of the others, encrypted with a secret of the shop.
create table archive_part (
  job_id bigint not null,
  part integer not null,
  content bytea not null,
  PRIMARY KEY (job_id, part),
  FOREIGN KEY (job_id) REFERENCES staff_job(id) ON DELETE CASCADE,
  CHECK (part >= 0)
);

-- Tries within a window that starts with the first of them; over when the window is. The key is a keyed digest of
-- what is tried and by whom: no address or e-mail can be read from it.
create table attempt (
  key bytea not null,
  tries integer not null,
  resets_at timestamp with time zone not null,
  PRIMARY KEY (key)
);
CREATE INDEX attempt_resets_at_idx ON attempt USING btree (resets_at);

create table attribute (
  code text not null,
  kind text not null,
  unit text,
  facet boolean not null default false,
  position integer not null default 0,
  -- Store code → name.
  names jsonb not null,
  PRIMARY KEY (code),
  CHECK (kind = ANY (ARRAY['choice'::text, 'number'::text, 'text'::text, 'flag'::text]))
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON attribute REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'code');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON attribute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'code');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON attribute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'code');

create table attribute_value (
  attribute_code text not null,
  code text not null,
  position integer not null default 0,
  names jsonb not null,
  PRIMARY KEY (attribute_code, code),
  FOREIGN KEY (attribute_code) REFERENCES attribute(code) ON DELETE CASCADE
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON attribute_value REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'attribute_code');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON attribute_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'attribute_code');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON attribute_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'attribute_code');

-- Who changed what: one row per change, written in its transaction.
create table audit_entry (
  id bigint not null identity,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  -- Joins the entry to the rows of stock_change and price_history that its transaction wrote.
  transaction_id xid8 not null default pg_current_xact_id(),
  actor_kind text not null,
  actor_id text,
  on_behalf_of text,
  request_id text,
  store text,
  action text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  -- The entry that this one undoes. It was only named in the reason, where staff can type the same words. No foreign key:
  -- an undo stays true when the entry it names is no longer kept.
  undoes bigint,
  PRIMARY KEY (id),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (actor_kind = ANY (ARRAY['staff'::text, 'key'::text, 'cli'::text, 'job'::text, 'buyer'::text, 'provider'::text, 'system'::text])) NOT VALID
);
CREATE INDEX audit_entry_actor_kind_actor_id_id_idx ON audit_entry USING btree (actor_kind, actor_id, id DESC);
CREATE INDEX audit_entry_by_action ON audit_entry USING btree (action, id);
CREATE INDEX audit_entry_object_kind_object_id_id_idx ON audit_entry USING btree (object_kind, object_id, id DESC);
CREATE INDEX audit_entry_recorded_at_idx ON audit_entry USING brin (recorded_at);
CREATE INDEX audit_entry_undoes_idx ON audit_entry USING btree (undoes) WHERE (undoes IS NOT NULL);
CREATE TRIGGER audit_entry_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Incoming money, or its reversal, as a bank reported it. Each entry is stored once, whichever files hold it.
create table bank_entry (
  id bigint not null identity,
  store store_code not null,
  -- SHA-256 of what identifies the entry (domain/bank-entries).
  entry_key text not null,
  -- IBAN, or the bank's other form, of the account that was paid to.
  account text not null,
  booked_on date not null,
  amount_minor minor_units not null,
  currency text not null,
  is_reversal boolean not null,
  -- The bank's own reference of the entry.
  bank_reference text,
  -- The structured references that the payer gave (OCR, KID, FIK, RF).
  payment_references text[] not null,
  -- Personal data, for staff who look for the invoice; emptied once the entry is settled.
  payer text,
  message text,
  -- Why it waits for staff; null: it is settled.
  problem text,
  -- The part that is on no invoice.
  unassigned_minor minor_units not null,
  -- Why staff closed it without an invoice.
  dismissed_reason text,
  file_name text not null,
  imported_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (entry_key),
  CHECK (amount_minor::bigint > 0),
  CHECK (dismissed_reason IS NULL OR problem IS NULL),
  CHECK (entry_key ~ '^[0-9a-f]{64}$'::text),
  CHECK (unassigned_minor::bigint <= amount_minor::bigint)
);
CREATE INDEX bank_entry_booked_on_idx ON bank_entry USING btree (booked_on) WHERE (problem IS NOT NULL);

-- Which products are often bought together, computed every night from the orders of a store. Counts only: no row
-- belongs to an order or a buyer.
create table bought_together (
  store store_code not null,
  product_id integer not null,
  other_id integer not null,
  -- 1: the most often bought of them.
  position smallint not null,
  -- Orders with both.
  orders integer not null,
  -- How many times more often than if the two were bought independently of each other.
  lift real not null,
  PRIMARY KEY (store, product_id, other_id),
  FOREIGN KEY (other_id) REFERENCES product(id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (lift > 0::double precision),
  CHECK (orders > 0),
  CHECK (product_id <> other_id)
);
CREATE INDEX bought_together_other_id_idx ON bought_together USING btree (other_id);
CREATE INDEX bought_together_product_id_idx ON bought_together USING btree (product_id);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON bought_together REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON bought_together REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON bought_together REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');

create table brand (
  id integer not null identity,
  slug text not null,
  name text not null,
  -- Who answers for the goods (GPSR Art. 19): {name, address, email}.
  manufacturer jsonb,
  PRIMARY KEY (id),
  UNIQUE (slug)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON brand REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('brand', 'id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON brand REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('brand', 'id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON brand REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('brand', 'id');
CREATE TRIGGER former_slug_kept AFTER UPDATE ON brand REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_former_brand_slug();

create table category (
  id integer not null identity,
  code text not null,
  parent_id integer,
  position integer not null default 0,
  icon text,
  show_in_menu boolean not null default true,
  PRIMARY KEY (id),
  UNIQUE (code),
  FOREIGN KEY (parent_id) REFERENCES category(id) ON DELETE CASCADE,
  CHECK (parent_id IS DISTINCT FROM id)
);
CREATE INDEX category_parent_id_idx ON category USING btree (parent_id);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON category REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('category', 'id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON category REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('category', 'id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON category REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('category', 'id');

create table category_text (
  category_id integer not null,
  store store_code not null,
  name text not null,
  slug text not null,
  -- Slugs from the root down, joined with "/": the address of the category in this store.
  path text not null,
  description text not null default ''::text,
  PRIMARY KEY (category_id, store),
  UNIQUE (store, path),
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON category_text REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('category', 'category_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON category_text REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('category', 'category_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON category_text REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('category', 'category_id');
CREATE TRIGGER former_path_kept AFTER UPDATE ON category_text REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_former_category_path();

create table change_log (
  transaction_id xid8 not null default pg_current_xact_id(),
  -- 'product', 'category', 'brand', 'tag', 'attribute' with the row's id or code; 'content' with a tag name.
  topic text not null,
  key text not null,
  recorded_at timestamp with time zone not null default now(),
  PRIMARY KEY (transaction_id, topic, key)
);
CREATE INDEX change_log_recorded_at_idx ON change_log USING btree (recorded_at);
CREATE TRIGGER product_is_published AFTER INSERT ON change_log REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_products();

-- Which history of the server the transaction ids of change_log belong to. A promoted standby and a restored database
-- give transaction ids out again, so a node's position is valid only in the history in which it was read.
create table change_log_history (
  -- Timeline of the write-ahead log and storage file of change_log (read-model/build/database-identity.server.ts).
  key text not null,
  -- Two standbys that are promoted independently may choose the same timeline, but never the same id.
  id uuid not null default gen_random_uuid(),
  noted_at timestamp with time zone not null default now(),
  PRIMARY KEY (key)
);

-- A checkout's id is its only key and as hard to guess as one: 128 random bits.
create table checkout (
  id text not null,
  store store_code not null,
  -- Rises with every change; an order belongs to exactly one version.
  version integer not null default 1,
  -- Cart lines as the server answered them last, API form.
  items jsonb not null,
  coupon_codes text[] not null default '{}'::text[],
  campaign_data jsonb,
  customer_type text,
  -- {email, phone, firstName, lastName, companyName}
  contact jsonb,
  -- {street, postalCode, city}
  address jsonb,
  shipping_method text,
  service_point text,
  payment_method text,
  -- The live order made from it; null until then and again after a payment that failed.
  order_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  account_id bigint,
  gift_card_keys text[] not null default '{}'::text[],
  gift_cards uuid[] not null default '{}'::uuid[],
  separate_delivery boolean not null default false,
  remarks jsonb,
  -- Whether the shopper wants the goods in stock at once and the awaited ones later (decision 92).
  split_delivery boolean not null default false,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (customer_type = ANY (ARRAY['private'::text, 'business'::text])),
  CHECK (id ~ '^[0-9a-f]{32}$'::text)
);
CREATE INDEX checkout_account_id_idx ON checkout USING btree (account_id) WHERE (account_id IS NOT NULL);

-- Faults in browsers, one row per group: what the message and the first frames of its stack have in common.
-- No personal data: a group has no visitor, and its texts are cleaned before they are stored
-- (domain/client-errors/client-error.ts).
create table client_error (
  id bigint not null identity,
  -- SHA-256 of message and frames, without what differs between releases and visitors.
  fingerprint bytea not null,
  -- Null: the report's address is in no store.
  store store_code,
  message text not null,
  -- The first frames of the latest report, one per line.
  frames text not null,
  -- Path of the latest report's page.
  path text not null,
  -- The build that was served when the group was first and last reported.
  first_release text not null,
  last_release text not null,
  reports bigint not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  -- Set by staff; a report after that opens the group again.
  closed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (fingerprint, store),
  CHECK (length(fingerprint) = 32),
  CHECK (length(first_release) <= 64),
  CHECK (length(frames) <= 2000),
  CHECK (length(last_release) <= 64),
  CHECK (length(message) <= 300),
  CHECK (length(path) <= 300),
  CHECK (reports > 0)
);
CREATE INDEX client_error_last_seen_at_idx ON client_error USING btree (last_seen_at);

create table company (
  id integer not null identity,
  store text not null,
  name text not null,
  -- As domain/stores/identity-number.ts stores it; unique within the store.
  organisation_number text not null,
  -- With its country code.
  vat_number text,
  -- Where invoices are made out to.
  street text not null default ''::text,
  postal_code text not null default ''::text,
  city text not null default ''::text,
  invoice_email text,
  -- Receiver of electronic invoices: Peppol id, GLN or Leitweg-ID.
  electronic_address text,
  -- References without which its people cannot order.
  required_references text[] not null default '{}'::text[],
  -- The cost centres to choose from; empty: free text.
  cost_centres text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  -- A company is verified once staff have confirmed that its people may act for it. Until then its number is only what
  -- somebody typed: it blocks nobody else's. Companies so far were known to the shop.
  verified_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (id, store),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (length(name) >= 1 AND length(name) <= 120),
  CHECK (required_references <@ ARRAY['yourReference'::text, 'purchaseOrder'::text, 'costCentre'::text])
);
CREATE INDEX company_number ON company USING btree (store, organisation_number);
CREATE UNIQUE INDEX company_verified_number ON company USING btree (store, organisation_number) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER field_values_deleted AFTER DELETE ON company REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_field_values('company');

create table company_invitation (
  id bigint not null identity,
  company_id integer not null,
  email text not null,
  role text not null,
  approval_above_minor minor_units,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- SHA-256; null until the mail is written.
  token_hash bytea,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254),
  CHECK (role = ANY (ARRAY['buyer'::text, 'approver'::text, 'admin'::text]))
);
CREATE INDEX company_invitation_company_id_idx ON company_invitation USING btree (company_id);
CREATE INDEX company_invitation_expires_at_idx ON company_invitation USING btree (expires_at);

create table company_member (
  company_id integer not null,
  store text not null,
  account_id bigint not null,
  role text not null,
  -- Orders with a total above it, VAT included, need the approval of another person; null: none does.
  approval_above_minor minor_units,
  joined_at timestamp with time zone not null default now(),
  PRIMARY KEY (account_id, store),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, store) REFERENCES company(id, store) ON DELETE CASCADE,
  CHECK (role = ANY (ARRAY['buyer'::text, 'approver'::text, 'admin'::text]))
);
CREATE INDEX company_member_company_id_idx ON company_member USING btree (company_id);

-- A company that a customer opened is asked at an address that staff or a register gave, never the customer. The link in
-- that mail verifies it.
create table company_verification (
  id bigint not null identity,
  company_id integer not null,
  -- Whose address it is: a correction of the company's number ends the question.
  organisation_number text not null,
  email text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- SHA-256; null until the mail is written.
  token_hash bytea,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254)
);
CREATE INDEX company_verification_company_id_idx ON company_verification USING btree (company_id);
CREATE INDEX company_verification_expires_at_idx ON company_verification USING btree (expires_at);

create table contact_answer (
  id bigint not null identity,
  -- Idempotency key of the screen.
  key uuid not null,
  message_id bigint not null,
  staff_id bigint not null,
  body text not null,
  written_at timestamp with time zone not null,
  -- When its mail was sent.
  sent_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (key),
  FOREIGN KEY (message_id) REFERENCES contact_message(id) ON DELETE CASCADE,
  FOREIGN KEY (staff_id) REFERENCES staff(id),
  CHECK (char_length(body) >= 1 AND char_length(body) <= 8000)
);
CREATE INDEX contact_answer_message_id_idx ON contact_answer USING btree (message_id);

-- Messages of the contact form (decision 119), and the photos sent with them. Both go to the shop by mail.
create table contact_message (
  id bigint not null identity,
  -- Idempotency key of the browser.
  key uuid not null,
  -- What the sender and the shop call it, e.g. K-7Q2M-94XD.
  reference text not null,
  store store_code not null,
  topic text not null,
  name text not null,
  email text not null,
  -- As the sender wrote it; may be empty.
  order_number text not null default ''::text,
  message text not null,
  received_at timestamp with time zone not null,
  -- When the mail to the shop, and the receipt to the sender, was sent.
  forwarded_at timestamp with time zone,
  receipt_sent_at timestamp with time zone,
  status text not null default 'open'::text,
  status_changed_at timestamp with time zone,
  status_changed_by bigint,
  PRIMARY KEY (id),
  UNIQUE (key),
  UNIQUE (reference),
  FOREIGN KEY (status_changed_by) REFERENCES staff(id),
  CHECK (char_length(email) <= 254),
  CHECK (char_length(message) >= 1 AND char_length(message) <= 4000),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (char_length(order_number) <= 60),
  CHECK (char_length(reference) >= 1 AND char_length(reference) <= 20),
  CHECK (status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])),
  CHECK (topic = ANY (ARRAY['order'::text, 'product'::text, 'return'::text, 'business'::text, 'other'::text]))
);
CREATE INDEX contact_message_email_idx ON contact_message USING btree (email);
CREATE INDEX contact_message_store_received_at_idx ON contact_message USING btree (store, received_at);
CREATE INDEX contact_message_store_received_at_idx1 ON contact_message USING btree (store, received_at) WHERE (status = 'open'::text);

create table contact_photo (
  id uuid not null,
  -- Null: uploaded, and not sent with a message yet.
  message_id bigint,
  -- JPEG without metadata.
  bytes bytea not null,
  uploaded_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (message_id) REFERENCES contact_message(id) ON DELETE CASCADE,
  CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 15728640)
);
CREATE INDEX contact_photo_message_id_idx ON contact_photo USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX contact_photo_uploaded_at_idx ON contact_photo USING btree (uploaded_at) WHERE (message_id IS NULL);

create table content_page (
  store store_code not null,
  path text not null,
  title text not null,
  -- HTML, sanitised before it is shown (PAGE-09).
  body text not null,
  published boolean not null default true,
  -- Opens an unpublished page at /page-preview (ROUTE-51).
  preview_key text not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (store, path)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON content_page REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''page:'' || store || '':'' || path');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON content_page REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''page:'' || store || '':'' || path');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON content_page REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''page:'' || store || '':'' || path');

-- Cancellations of subscriptions without a login (§ 312k BGB, decision 68): kept as the customer made them, whether or
-- not a subscription matches them.
create table contract_cancellation (
  id bigint not null identity,
  -- Idempotency key of the browser.
  key uuid not null,
  store store_code not null,
  -- Number of a subscription or of its order, as the customer wrote it.
  contract text not null,
  name text not null,
  email text not null,
  kind text not null,
  reason text not null default ''::text,
  -- The day the customer asks for; null: as early as possible.
  ends_on date,
  -- Numbers of the subscriptions that matched and were cancelled; empty: staff must look for them.
  subscriptions text[] not null default '{}'::text[],
  declared_at timestamp with time zone not null,
  receipt_sent_at timestamp with time zone,
  closed_at timestamp with time zone,
  erasure_asked_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (key),
  CHECK (char_length(contract) >= 1 AND char_length(contract) <= 60),
  CHECK (char_length(email) <= 254),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (char_length(reason) <= 1000),
  CHECK (kind = ANY (ARRAY['ordinary'::text, 'extraordinary'::text]))
);
CREATE INDEX contract_cancellation_open ON contract_cancellation USING btree (declared_at) WHERE ((subscriptions = '{}'::text[]) AND (closed_at IS NULL));

create table coupon (
  id integer not null identity,
  -- Upper case and trimmed, so that two spellings are one code (domain/coupons/discount-code.ts).
  code text not null,
  -- Fields of the coupon entity and minimum_spend, in major units; members that say nothing are left out.
  terms jsonb not null,
  -- Holds in [valid_from, valid_to); null is open.
  valid_from timestamp with time zone,
  valid_to timestamp with time zone,
  -- Empty: every store.
  stores text[] not null default '{}'::text[],
  usage_limit integer,
  usage_limit_per_customer integer,
  -- Uses not given back; kept only while there is a limit, so that a code without one is never waited for.
  used integer not null default 0,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  used_before integer not null default 0,
  PRIMARY KEY (id),
  UNIQUE (code),
  CHECK (cardinality(stores) = 1 OR NOT terms ?| ARRAY['fixed_amount'::text, 'minimum_spend'::text, 'coupon_buy_x_interval_amount_buy'::text, 'coupon_buy_x_interval_amount_get'::text, 'coupon_buy_x_increment_amount_buy'::text, 'coupon_buy_x_increment_amount_get'::text]),
  CHECK (code = btrim(code) AND char_length(code) >= 1 AND char_length(code) <= 100),
  CHECK (jsonb_typeof(terms) = 'object'::text),
  CHECK (usage_limit >= 1),
  CHECK (usage_limit_per_customer >= 1),
  CHECK (used >= 0),
  CHECK (used_before >= 0),
  CHECK (valid_from IS NULL OR valid_to IS NULL OR valid_to > valid_from)
);
CREATE INDEX coupon_by_code_prefix ON coupon USING btree (code text_pattern_ops);
CREATE TRIGGER field_values_deleted AFTER DELETE ON coupon REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_field_values('coupon');
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON coupon FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('coupon', 'r.code', 'terms valid_from valid_to stores usage_limit usage_limit_per_customer used_before disabled_at');

create table coupon_use (
  coupon_id integer not null,
  order_id bigint not null,
  -- HMAC of the buyer's e-mail address; never the address.
  customer_key text not null,
  used_at timestamp with time zone not null default now(),
  released_at timestamp with time zone,
  PRIMARY KEY (coupon_id, order_id),
  FOREIGN KEY (coupon_id) REFERENCES coupon(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (customer_key ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX coupon_use_coupon_id_customer_key_idx ON coupon_use USING btree (coupon_id, customer_key) WHERE (released_at IS NULL);
CREATE INDEX coupon_use_order_id_idx ON coupon_use USING btree (order_id);

create table credit_key (
  order_id bigint not null,
  kind text not null,
  -- HMAC with a key of the shop's secret.
  digest bytea not null,
  PRIMARY KEY (order_id, kind),
  FOREIGN KEY (order_id) REFERENCES order_credit(order_id) ON DELETE CASCADE,
  CHECK (kind = ANY (ARRAY['identity'::text, 'account'::text, 'email'::text, 'address'::text, 'network'::text])),
  CHECK (octet_length(digest) = 32)
);
CREATE INDEX credit_key_kind_digest_idx ON credit_key USING btree (kind, digest);

-- Its columns in their order: prepared statements of nodes that run have it.
create view custom_field as
 SELECT object,
    key,
    kind,
    unit,
    names,
    options,
    scope,
    is_shown,
    is_facet,
    is_required,
    "position",
    archived_at,
    is_in_feed
   FROM custom_field_definition
  WHERE kind = ANY (ARRAY['text'::text, 'number'::text, 'choice'::text, 'flag'::text, 'date'::text]);

create table custom_field_definition (
  object text not null,
  key text not null,
  kind text not null,
  unit text,
  names jsonb not null,
  options jsonb not null default '[]'::jsonb,
  scope text not null,
  is_shown boolean not null,
  is_facet boolean not null,
  is_required boolean not null,
  position integer not null default 0,
  archived_at timestamp with time zone,
  is_in_feed boolean not null default false,
  refers_to text,
  PRIMARY KEY (object, key),
  CHECK ((kind = 'reference'::text) = (refers_to IS NOT NULL)),
  CHECK (jsonb_typeof(names) = 'object'::text),
  CHECK (jsonb_typeof(options) = 'array'::text),
  CHECK (key ~ '^[a-z][a-z0-9_]{0,39}$'::text),
  CHECK (kind = ANY (ARRAY['text'::text, 'rich_text'::text, 'number'::text, 'choice'::text, 'flag'::text, 'date'::text, 'reference'::text, 'picture'::text])),
  CHECK (object = ANY (ARRAY['product'::text, 'customer'::text, 'company'::text, 'order'::text, 'coupon'::text])),
  CHECK (refers_to = ANY (ARRAY['product'::text, 'customer'::text, 'order'::text, 'coupon'::text])),
  CHECK (scope = ANY (ARRAY['shared'::text, 'store'::text, 'language'::text]))
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON custom_field_definition REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'key');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON custom_field_definition REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'key');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON custom_field_definition REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('attribute', 'key');

-- Values of fields: of those that staff have defined, and of those that modules declare or have declared.
create table custom_field_value (
  object text not null,
  -- The id of the product, account, company, order or coupon.
  object_id bigint not null,
  field text not null,
  -- Code of the store or the language; empty: the one value.
  scope text not null default ''::text,
  -- Null: it was removed.
  value jsonb,
  -- The value before the last change, for its undo: the audit has no personal data.
  former jsonb,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (object, object_id, field, scope)
);
CREATE INDEX custom_field_value_former_picture_idx ON custom_field_value USING btree ("left"((former #>> '{}'::text[]), 72)) WHERE ((former #>> '{}'::text[]) ~~ 'picture:%'::text);
CREATE INDEX custom_field_value_picture_idx ON custom_field_value USING btree ("left"((value #>> '{}'::text[]), 72)) WHERE ((value #>> '{}'::text[]) ~~ 'picture:%'::text);
CREATE INDEX custom_field_value_value_idx ON custom_field_value USING btree (object, field, "left"((value #>> '{}'::text[]), 100));
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON custom_field_value REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_field_value_change();
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON custom_field_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_field_value_change();
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON custom_field_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_field_value_change();

-- Pictures that buyers send: of faulty goods with a return, and of proofs that an old battery was returned.
create table customer_picture (
  id bigint not null identity,
  order_id bigint not null,
  -- Null: it belongs to a deposit proof.
  return_id bigint,
  sha256 bytea not null,
  -- JPEG without metadata.
  bytes bytea not null,
  uploaded_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (return_id) REFERENCES order_return(id),
  CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 15728640),
  CHECK (octet_length(sha256) = 32)
);
CREATE INDEX customer_picture_return_id_idx ON customer_picture USING btree (return_id) WHERE (return_id IS NOT NULL);
CREATE INDEX customer_picture_uploaded_at_idx ON customer_picture USING btree (uploaded_at);
CREATE UNIQUE INDEX customer_picture_once ON customer_picture USING btree (order_id, COALESCE(return_id, (0)::bigint), sha256);

create table customer_segment (
  id integer not null identity,
  name text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (name),
  CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,59}$'::text)
);

create table customer_segment_member (
  segment_id integer not null,
  account_id bigint not null,
  PRIMARY KEY (segment_id, account_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (segment_id) REFERENCES customer_segment(id) ON DELETE CASCADE
);
CREATE INDEX customer_segment_member_account_id_idx ON customer_segment_member USING btree (account_id);

create table deal (
  id integer not null identity,
  store store_code not null,
  title text not null,
  product_id integer not null,
  discount_percent smallint not null,
  starts_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (store, product_id, starts_at),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (discount_percent >= 1 AND discount_percent <= 100),
  CHECK (expires_at > starts_at)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON deal REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''deal:'' || store');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON deal REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''deal:'' || store');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON deal REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''deal:'' || store');

-- Proofs that old starter batteries were returned elsewhere, for the refund of their deposits (BattDG § 19).
create table deposit_proof (
  id bigint not null identity,
  order_id bigint not null,
  quantity integer not null,
  -- The day on which the proof says that the batteries were returned.
  proof_on date not null,
  picture_id bigint,
  status text not null default 'open'::text,
  rejection text,
  refund_number integer,
  submitted_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (order_id, refund_number) REFERENCES refund(order_id, number),
  FOREIGN KEY (picture_id) REFERENCES customer_picture(id) ON DELETE SET NULL,
  CHECK ((status = 'approved'::text) = (refund_number IS NOT NULL)),
  CHECK ((status = 'rejected'::text) = (rejection IS NOT NULL)),
  CHECK (char_length(rejection) >= 1 AND char_length(rejection) <= 500),
  CHECK (quantity >= 1 AND quantity <= 5000),
  CHECK (status = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text]))
);
CREATE INDEX deposit_proof_order_id_idx ON deposit_proof USING btree (order_id);
CREATE INDEX deposit_proof_submitted_at_idx ON deposit_proof USING btree (submitted_at) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX deposit_proof_picture_id_idx ON deposit_proof USING btree (picture_id);

create table device (
  id integer not null identity,
  -- Made of maker, model and variant: the device's address, and what tells one from another.
  slug text not null,
  -- A code of domain/finder/device.ts.
  kind text not null,
  maker text not null,
  model text not null,
  -- Model codes and other names, as written.
  codes text[] not null default '{}'::text[],
  -- 'cell': standard cells; 'pack': a battery made for it; 'fixed': nothing to change; 'unknown': not known yet.
  power text not null default 'unknown'::text,
  -- A value code of the attribute battery_size.
  cell_size text,
  quantity smallint,
  -- Article or part numbers of batteries made for it.
  parts text[] not null default '{}'::text[],
  -- capacity_mah, chemistry, removable, voltage_mv: as far as known.
  facts jsonb not null default '{}'::jsonb,
  PRIMARY KEY (id),
  UNIQUE (slug),
  CHECK ((power = 'cell'::text) = (cell_size IS NOT NULL AND quantity IS NOT NULL)),
  CHECK (power = ANY (ARRAY['cell'::text, 'pack'::text, 'fixed'::text, 'unknown'::text])),
  CHECK (quantity >= 1 AND quantity <= 99)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON device REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('device', 'id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON device REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('device', 'id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON device REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('device', 'id');

-- Addresses of people who were erased, so that a file of customers does not bring them back. Keyed digests alone: who has
-- the database learns no address from them.
create table erased_address (
  -- HMAC of the address in lower case, hex, under the purpose `erased-address`.
  digest text not null,
  -- The store whose period applies.
  store store_code not null,
  erased_at timestamp with time zone not null,
  PRIMARY KEY (digest),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (digest ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX erased_address_by_age ON erased_address USING btree (store, erased_at);

-- Written in the transaction of the change, and only where somebody subscribes.
create table event (
  id bigint not null identity,
  -- As in domain/events/shop-events.ts: `order.placed`.
  name text not null,
  -- What it is about: events of one object are delivered one after the other.
  object_kind text not null,
  object_id text not null,
  store store_code,
  -- Codes, numbers and amounts, never personal data.
  data jsonb not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (id),
  CHECK (name ~ '^[a-z_-]+\.[a-z_]+$'::text)
);
CREATE INDEX event_recorded_at_idx ON event USING btree (recorded_at);
CREATE TRIGGER event_is_owed AFTER INSERT ON event REFERENCING NEW TABLE AS published FOR EACH STATEMENT EXECUTE FUNCTION owe_event();

create table event_delivery (
  id bigint not null identity,
  event_id bigint not null,
  subscriber text not null,
  -- Of the event, `order:S100001`.
  object text not null,
  -- 'owed': to be delivered at next_at; 'parked': given up until staff decide; 'dismissed': by staff.
  state text not null default 'owed'::text,
  -- Attempts that began since it was owed.
  attempts integer not null default 0,
  -- While an attempt runs: when another node may try.
  next_at timestamp with time zone not null default now(),
  -- The last attempt: its end, the code of its failure, and what a receiver outside answered.
  attempted_at timestamp with time zone,
  error text,
  answer text,
  PRIMARY KEY (id),
  UNIQUE (subscriber, event_id),
  FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  CHECK (length(answer) <= 2000),
  CHECK (length(error) <= 60),
  CHECK (state = ANY (ARRAY['owed'::text, 'delivered'::text, 'parked'::text, 'dismissed'::text]))
);
CREATE INDEX event_delivery_event_id_idx ON event_delivery USING btree (event_id);
CREATE INDEX event_delivery_open ON event_delivery USING btree (subscriber, object, event_id) WHERE (state = ANY (ARRAY['owed'::text, 'parked'::text]));
CREATE INDEX event_delivery_owed ON event_delivery USING btree (subscriber, next_at, event_id) WHERE (state = 'owed'::text);
CREATE INDEX event_delivery_parked ON event_delivery USING btree (event_id) WHERE (state = 'parked'::text);

-- Who is told of which events. Rows of the shop's own subscribers are written when a release prepares the database.
create table event_subscription (
  -- The name that a module declares, or that name with the id of one of its rows: `webhook:7`.
  subscriber text not null,
  event text not null,
  -- Only events of these stores, and those of none; null: of all.
  stores text[],
  -- When a node last had it. A module that was removed is told of nothing after a week; an older release that runs beside a
  -- newer one takes nothing from it.
  seen_at timestamp with time zone not null default now(),
  PRIMARY KEY (event, subscriber),
  CHECK (length(subscriber) >= 1 AND length(subscriber) <= 80)
);

create table experiment (
  key text not null,
  stores store_code[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (key),
  CHECK (cardinality(stores) > 0),
  CHECK (ends_at > starts_at),
  CHECK (key ~ '^[a-z0-9-]{1,60}$'::text)
);

-- What visitors of an experiment did, per day: how many saw a variant, and how many orders they placed.
create table experiment_count (
  experiment_key text not null,
  variant_key text not null,
  store store_code not null,
  day date not null,
  views bigint not null default 0,
  orders bigint not null default 0,
  PRIMARY KEY (experiment_key, variant_key, store, day),
  FOREIGN KEY (experiment_key, variant_key) REFERENCES experiment_variant(experiment_key, key) ON DELETE CASCADE,
  CHECK (orders >= 0),
  CHECK (views >= 0)
);

create table experiment_variant (
  experiment_key text not null,
  key text not null,
  -- Share of the visitors, against the sum of the experiment's weights.
  weight integer not null,
  PRIMARY KEY (experiment_key, key),
  FOREIGN KEY (experiment_key) REFERENCES experiment(key) ON DELETE CASCADE,
  CHECK (key ~ '^[a-z0-9-]{1,60}$'::text),
  CHECK (weight > 0)
);

-- Planned campaigns that ended before they could begin, until staff have seen it.
create table expired_campaign (
  product_id integer not null,
  store store_code not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (product_id, store, starts_at, ends_at),
  FOREIGN KEY (product_id, store) REFERENCES store_product(product_id, store) ON DELETE CASCADE
);
CREATE INDEX expired_campaign_store_starts_at_ends_at_idx ON expired_campaign USING btree (store, starts_at, ends_at);

-- Addresses that categories (their path), brands and tags had before; they redirect to the present ones.
create table former_address (
  kind text not null,
  store store_code not null,
  slug text not null,
  target_id integer not null,
  PRIMARY KEY (kind, store, slug),
  CHECK (kind = ANY (ARRAY['category'::text, 'brand'::text, 'tag'::text]))
);

-- What customers bought at a former shop, as history alone: no order of this shop, so that its numbers, books, invoices,
-- stock and refunds do not know of them (decision 157).
create table former_order (
  id bigint not null identity,
  store store_code not null,
  -- As the former shop printed it.
  number text not null,
  placed_at timestamp with time zone not null,
  -- The account whose confirmed address it was, joined as orders of guests are; null: none, or it was erased.
  account_id bigint,
  -- In lower case; null: the former shop knew none, or it was erased.
  email text,
  currency text not null,
  total_minor minor_units not null,
  -- Parts of the total, and what was paid back of it; null: unknown.
  shipping_minor minor_units,
  tax_minor minor_units,
  discount_minor minor_units,
  refunded_minor minor_units,
  -- Null: unknown.
  payment text,
  fulfilment text,
  is_cancelled boolean not null,
  -- As `FormerOrderLine` of domain/former-orders/former-order.ts. Products are found by the sku when it is read.
  lines jsonb not null,
  imported_at timestamp with time zone not null,
  -- Who imported it: kind and id of an actor.
  importer_kind text not null,
  importer_id text,
  -- Since when nothing says whose it was.
  erased_at timestamp with time zone,
  subtotal_minor minor_units,
  discount_code text,
  PRIMARY KEY (id),
  UNIQUE (store, number),
  FOREIGN KEY (account_id) REFERENCES account(id),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254),
  CHECK (fulfilment = ANY (ARRAY['unfulfilled'::text, 'partly_fulfilled'::text, 'fulfilled'::text])),
  CHECK (jsonb_typeof(lines) = 'array'::text),
  CHECK (length(discount_code) >= 1 AND length(discount_code) <= 200),
  CHECK (length(number) >= 1 AND length(number) <= 60),
  CHECK (payment = ANY (ARRAY['unpaid'::text, 'partly_paid'::text, 'paid'::text, 'partly_refunded'::text, 'refunded'::text]))
);
CREATE INDEX former_order_by_account ON former_order USING btree (account_id, placed_at DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX former_order_by_email ON former_order USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX former_order_by_number ON former_order USING btree (upper(number) text_pattern_ops);
CREATE INDEX former_order_to_erase ON former_order USING btree (store, placed_at) WHERE (erased_at IS NULL);

-- Addresses of a former shop, from its sitemap or a crawl, with the page of this shop that is proposed for each. Staff
-- confirm proposals, which makes redirects of them (domain/redirects/former-page-repository.server.ts).
create table former_page (
  id bigint not null identity,
  store store_code not null,
  -- As addresses of redirects are compared: in lower case, decoded, without a slash at its end and without a query.
  path text not null,
  title text,
  -- A path of the shop; null: nothing of the shop was found.
  target text,
  reason text,
  confidence text not null,
  imported_at timestamp with time zone not null,
  -- The redirect that was made; null: none, or it was removed since.
  redirect_id bigint,
  -- Names the confirmation, by the last redirect that it made: all redirects of one are taken back together.
  confirmation integer,
  PRIMARY KEY (id),
  UNIQUE (store, path),
  FOREIGN KEY (redirect_id) REFERENCES redirect(id) ON DELETE SET NULL,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK ((target IS NULL) = (confidence = 'none'::text)),
  CHECK ((target IS NULL) = (reason IS NULL)),
  CHECK (confidence = ANY (ARRAY['sure'::text, 'likely'::text, 'doubtful'::text, 'none'::text])),
  CHECK (length(title) <= 500),
  CHECK (path ~ '^/[^/]'::text AND length(path) <= 1000),
  CHECK (reason = ANY (ARRAY['sku'::text, 'gtin'::text, 'address'::text, 'name'::text, 'staff'::text])),
  CHECK (target ~ '^/([^/\\]|$)'::text AND length(target) <= 2000)
);
CREATE INDEX former_page_redirect_id ON former_page USING btree (redirect_id) WHERE (redirect_id IS NOT NULL);

create table gift_card (
  id bigint not null identity,
  -- HMAC of the code with the shop's secret.
  code_key text not null,
  -- The code's last four characters, for people.
  hint text not null,
  store store_code not null,
  currency text not null,
  issued_minor minor_units not null,
  balance_minor minor_units not null,
  -- The order and line that bought it; null: given by staff.
  order_id bigint,
  line_uuid text,
  unit integer,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  reference uuid not null default gen_random_uuid(),
  key_id text,
  -- Store credit: a gift card that an account holds. Nobody knows its code; only its account can pay with it, in its store.
  account_id bigint,
  -- The card of a customer who was erased is disabled, and remembers whose it was as `erased_address` does: a file that is
  -- imported again gives nothing to an account that is opened with the address later.
  holder_digest text,
  PRIMARY KEY (id),
  UNIQUE (code_key),
  UNIQUE (order_id, line_uuid, unit),
  UNIQUE (reference),
  FOREIGN KEY (account_id) REFERENCES account(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (balance_minor::bigint <= issued_minor::bigint),
  CHECK (char_length(hint) = 4),
  CHECK (code_key ~ '^[0-9a-f]{64}$'::text),
  CHECK (currency ~ '^[A-Z]{3}$'::text) NOT VALID,
  CHECK (issued_minor::bigint > 0)
);
CREATE INDEX gift_card_hint_idx ON gift_card USING btree (hint);
CREATE INDEX gift_card_holder_digest ON gift_card USING btree (holder_digest) WHERE (holder_digest IS NOT NULL);
CREATE UNIQUE INDEX gift_card_of_account ON gift_card USING btree (account_id, store) WHERE (account_id IS NOT NULL);
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON gift_card FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('gift_card', 'r.id', 'issued_minor disabled_at');

-- Gift cards that are sent to somebody else than their buyer: to whom, when, and whether it is done. One row per line
-- of the order, written when its cards are issued.
create table gift_card_delivery (
  id bigint not null identity,
  order_id bigint not null,
  line_uuid text not null,
  store store_code not null,
  recipient_name text not null,
  recipient_email text not null,
  -- Plain text of the buyer; empty: none.
  greeting text not null,
  -- A day of the store.
  deliver_on date not null,
  -- When that day's deliveries begin.
  due_at timestamp with time zone not null,
  -- Cancelled: its cards were refunded or disabled before.
  status text not null default 'waiting'::text,
  sent_at timestamp with time zone,
  -- How often staff sent the mail again: each time under a message id of its own.
  resends integer not null default 0,
  created_at timestamp with time zone not null default now(),
  -- Staff dismissed its mail, which could not be sent: it waits until they plan it again.
  dismissed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (order_id, line_uuid),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL)),
  CHECK (char_length(greeting) <= 500),
  CHECK (char_length(recipient_email) >= 3 AND char_length(recipient_email) <= 200),
  CHECK (char_length(recipient_name) >= 1 AND char_length(recipient_name) <= 100),
  CHECK (resends >= 0),
  CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'cancelled'::text]))
);
CREATE INDEX gift_card_delivery_due_at_idx ON gift_card_delivery USING btree (due_at) WHERE (status = 'waiting'::text);

create table gift_card_entry (
  id bigint not null identity,
  gift_card_id bigint not null,
  kind text not null,
  -- What it added to the card; below zero where it took.
  amount_minor bigint not null,
  order_id bigint,
  recorded_at timestamp with time zone not null default now(),
  request_key text,
  PRIMARY KEY (id),
  FOREIGN KEY (gift_card_id) REFERENCES gift_card(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (amount_minor <> 0),
  CHECK (char_length(request_key) >= 8 AND char_length(request_key) <= 80),
  CHECK (kind = ANY (ARRAY['issued'::text, 'spent'::text, 'returned'::text, 'withdrawn'::text]))
);
CREATE INDEX gift_card_entry_gift_card_id_id_idx ON gift_card_entry USING btree (gift_card_id, id);
CREATE INDEX gift_card_entry_order_id_idx ON gift_card_entry USING btree (order_id);
CREATE UNIQUE INDEX gift_card_entry_of_request ON gift_card_entry USING btree (gift_card_id, request_key) WHERE (request_key IS NOT NULL);
CREATE TRIGGER gift_card_entry_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON gift_card_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gift_card_entry_moves_balance AFTER INSERT ON gift_card_entry FOR EACH ROW EXECUTE FUNCTION apply_gift_card_entry();

-- Products withdrawn from a store, under every address they had there: their pages answer 410 and a way on.
-- A product that comes back, or another that takes the address, goes before what stands here.
create table gone_product (
  store store_code not null,
  slug text not null,
  product_id integer not null,
  sku text not null,
  name text not null,
  -- Main category at the time.
  category_id integer,
  gone_at timestamp with time zone not null default now(),
  PRIMARY KEY (store, slug)
);
CREATE INDEX gone_product_product_id_idx ON gone_product USING btree (product_id);

-- What the columns of a table mean, as staff have said it for imports, by name.
create table import_mapping (
  id bigint not null identity,
  name text not null,
  -- List of fields with their columns and steps (domain/catalogue/column-mapping.ts).
  fields jsonb not null,
  updated_at timestamp with time zone not null,
  -- Columns of a mapping that belong to one store (domain/catalogue/column-mapping.ts), apart from those that each store
  -- gets: a version of the software that does not know them reads the others alone.
  store_fields jsonb not null default '[]'::jsonb,
  header_row integer,
  PRIMARY KEY (id),
  CHECK (header_row >= 1),
  CHECK (length(name) >= 1 AND length(name) <= 60)
);
CREATE UNIQUE INDEX import_mapping_lower_idx ON import_mapping USING btree (lower(name));

create table index_node (
  id integer not null,
  -- Everything before this transaction is in the node's index.
  position xid8 not null,
  noted_at timestamp with time zone not null default now(),
  PRIMARY KEY (id)
);

create table invoice (
  id bigint not null identity,
  store store_code not null,
  number integer not null,
  kind text not null,
  order_id bigint not null,
  -- The same capture or refund never makes two invoices.
  reason_key text not null,
  amount_minor minor_units not null,
  vat_minor minor_units not null,
  currency text not null,
  due_at date,
  issued_at timestamp with time zone not null,
  document jsonb,
  document_hash text,
  PRIMARY KEY (id),
  UNIQUE (reason_key),
  UNIQUE (store, number),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK ((document IS NULL) = (document_hash IS NULL)),
  CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))
);
CREATE INDEX invoice_due ON invoice USING btree (due_at) WHERE (kind = 'invoice'::text);
CREATE INDEX invoice_order_id_idx ON invoice USING btree (order_id);
CREATE TRIGGER invoice_document_is_kept BEFORE UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION keep_invoice();
CREATE TRIGGER invoice_is_final BEFORE DELETE OR TRUNCATE ON invoice FOR EACH STATEMENT EXECUTE FUNCTION refuse_gap();

-- Invoice numbers have no gaps: the counter's row is locked by the transaction that issues.
create table invoice_counter (
  store store_code not null,
  last_number integer not null default 0,
  first_number integer not null default 1,
  PRIMARY KEY (store),
  CHECK (first_number >= 1 AND first_number <= 100000000)
);

-- Invoices that are not reminded, because the buyer disputes them.
create table invoice_hold (
  invoice_id bigint not null,
  reason text not null,
  held_at timestamp with time zone not null,
  PRIMARY KEY (invoice_id),
  FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500)
);

-- Append-only. `payment` and `write_off` settle the invoice; `reversal` and `repayment` (negative) take a payment back.
-- A write-off is taken back by a negative one.
create table invoice_payment (
  id bigint not null identity,
  invoice_id bigint not null,
  kind text not null,
  amount_minor bigint not null,
  paid_on date not null,
  -- As the bank or the operator stated it.
  reference text,
  -- `prepaid`: the order was paid before its invoice was issued.
  source text not null,
  bank_entry_id bigint,
  recorded_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (bank_entry_id) REFERENCES bank_entry(id),
  FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  CHECK (
CASE kind
    WHEN 'payment'::text THEN amount_minor > 0
    WHEN 'write_off'::text THEN amount_minor <> 0
    ELSE amount_minor < 0
END),
  CHECK ((source = 'bank_file'::text) = (bank_entry_id IS NOT NULL)),
  CHECK (char_length(reference) <= 140),
  CHECK (kind = ANY (ARRAY['payment'::text, 'reversal'::text, 'repayment'::text, 'write_off'::text])),
  CHECK (source = ANY (ARRAY['bank_file'::text, 'manual'::text, 'prepaid'::text]))
);
CREATE INDEX invoice_payment_bank_entry_id_idx ON invoice_payment USING btree (bank_entry_id) WHERE (bank_entry_id IS NOT NULL);
CREATE INDEX invoice_payment_invoice_id_idx ON invoice_payment USING btree (invoice_id);
CREATE TRIGGER invoice_payment_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_stay_within_invoice AFTER INSERT ON invoice_payment FOR EACH ROW EXECUTE FUNCTION keep_payments_within_invoice();

-- Reminders, one of each step.
create table invoice_reminder (
  invoice_id bigint not null,
  step smallint not null,
  reminded_at timestamp with time zone not null,
  PRIMARY KEY (invoice_id, step),
  FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  CHECK (step >= 1)
);

-- A subscription that somebody asked for and that the owner of the address has not confirmed yet (double opt-in).
create table mail_confirmation (
  id bigint not null identity,
  purpose text not null,
  store store_code not null,
  email text not null,
  -- What the wish is for.
  product_id integer,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  -- The link works once.
  used_at timestamp with time zone,
  price_minor integer,
  PRIMARY KEY (id),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK ((purpose = 'price'::text) = (price_minor IS NOT NULL)),
  CHECK ((purpose = ANY (ARRAY['stock'::text, 'price'::text])) = (product_id IS NOT NULL)),
  CHECK (email = lower(email) AND length(email) <= 254),
  CHECK (price_minor >= 0),
  CHECK (purpose = ANY (ARRAY['newsletter'::text, 'stock'::text, 'price'::text]))
);
CREATE INDEX mail_confirmation_expires_at_idx ON mail_confirmation USING btree (expires_at);
CREATE INDEX mail_confirmation_product_id_idx ON mail_confirmation USING btree (product_id) WHERE (product_id IS NOT NULL);

-- Mails per recipient, kind and network within a window that begins with the first. The key is a keyed digest: no
-- address or network can be read from it.
create table mail_count (
  key bytea not null,
  mails integer not null,
  resets_at timestamp with time zone not null,
  PRIMARY KEY (key)
);
CREATE INDEX mail_count_resets_at_idx ON mail_count USING btree (resets_at);

-- Mails that are owed, and what became of them (decision 162). A row is written in the transaction that causes the mail.
create table mail_outbox (
  -- The mail's Message-ID is made from it, or from what data names: it is the same for each attempt.
  id uuid not null default gen_random_uuid(),
  -- Name in the registry of templates.
  template text not null,
  -- What the template reads the mail from when it is sent: ids and codes, no personal data.
  data jsonb not null,
  -- An address that is in no other table; null: read by the template. Emptied when the mail has ended.
  recipient text,
  -- 'waiting': to be sent at next_at; 'sending': until next_at nobody else tries; 'refused': by the recipient's choice of
  -- mails; 'not_owed': its cause is over; 'failed': given up until staff decide; 'dismissed': by staff.
  state text not null default 'waiting'::text,
  next_at timestamp with time zone not null default now(),
  -- Attempts that began.
  attempts integer not null default 0,
  -- The last failure: its code and that of the SMTP answer. No text of the mail server, which names the recipient.
  error text,
  smtp_code integer,
  -- Of the mail that was sent; of several the first.
  message_id text,
  -- While a mail is open or given up, no other one is written with its key.
  key text,
  -- The job of a former queue that it was.
  former_job uuid,
  created_at timestamp with time zone not null default now(),
  -- When it was sent, refused, given up or dismissed.
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (former_job),
  CHECK (length(error) <= 60),
  CHECK (length(recipient) <= 320),
  CHECK (length(template) >= 1 AND length(template) <= 80),
  CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'not_owed'::text, 'failed'::text, 'dismissed'::text]))
);
CREATE INDEX mail_outbox_ended ON mail_outbox USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX mail_outbox_failed ON mail_outbox USING btree (ended_at) WHERE (state = 'failed'::text);
CREATE INDEX mail_outbox_open ON mail_outbox USING btree (template, next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX mail_outbox_recipient ON mail_outbox USING btree (lower(recipient)) WHERE (recipient IS NOT NULL);
CREATE UNIQUE INDEX mail_outbox_key ON mail_outbox USING btree (key) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'failed'::text]));

-- Topics of mails that the owner of an address does not want (domain/mail/mail-kind.ts). The newsletter is not
-- among them: it goes only to addresses in newsletter_subscriber.
create table mail_refusal (
  store text not null,
  email text not null,
  topic text not null,
  refused_at timestamp with time zone not null,
  PRIMARY KEY (store, email, topic),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254)
);
CREATE INDEX mail_refusal_email_idx ON mail_refusal USING btree (email);

-- Settings of modules, of each store: what staff have set. What is not there is as the module declares it.
create table module_setting (
  module text not null,
  store store_code not null,
  value jsonb not null,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (module, store),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (jsonb_typeof(value) = 'object'::text),
  CHECK (module ~ '^[a-z][a-z0-9-]*$'::text)
);

create table newsletter_subscriber (
  store store_code not null,
  email text not null,
  subscribed_at timestamp with time zone not null default now(),
  -- Kept, so that nobody writes to the address by mistake.
  unsubscribed_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  source text not null default 'confirmed'::text,
  PRIMARY KEY (store, email),
  CHECK (email = lower(email) AND length(email) <= 254),
  CHECK (source = ANY (ARRAY['confirmed'::text, 'imported'::text]))
);

-- What a running node says of itself, so that the operator's tool prints the same addresses.
create table node_setting (
  name text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (name),
  CHECK (name = ANY (ARRAY['public_url'::text, 'admin_url'::text]))
);

-- What the operator's tool was told to do, and by whom. Nothing in it names a customer.
create table operator_action (
  id bigint not null identity,
  at timestamp with time zone not null default now(),
  -- User of the operating system, and behind sudo who called it.
  os_user text not null,
  host text not null,
  -- The command with its arguments; e-mail addresses as keyed digests, gift card codes cut.
  command text not null,
  PRIMARY KEY (id)
);
CREATE INDEX operator_action_at_idx ON operator_action USING btree (at);
CREATE TRIGGER operator_action_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_action FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where the goods of an order go after staff changed it. The snapshot keeps what the buyer ordered; the newest row counts.
create table order_address_change (
  id bigint not null identity,
  order_id bigint not null,
  -- As `recipient` of the order's snapshot.
  recipient jsonb not null,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_address_change_order_id_id_idx ON order_address_change USING btree (order_id, id);
CREATE TRIGGER address_change_is_published AFTER INSERT ON order_address_change FOR EACH ROW EXECUTE FUNCTION publish_of_order('order.changed', 'jsonb_build_object(''order'', o.number, ''changed'', ''address'')');

create table order_credit (
  order_id bigint not null,
  -- What the invoice is for.
  amount_minor minor_units not null,
  decision text not null,
  PRIMARY KEY (order_id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (decision = ANY (ARRAY['approved'::text, 'review'::text]))
);

-- The order's history.
create table order_event (
  id bigint not null identity,
  order_id bigint not null,
  kind text not null,
  from_status text,
  to_status text,
  actor text not null,
  -- Codes and amounts, never personal data.
  data jsonb not null default '{}'::jsonb,
  recorded_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (actor = ANY (ARRAY['shopper'::text, 'provider'::text, 'system'::text, 'staff'::text]))
);
CREATE INDEX order_event_order_id_id_idx ON order_event USING btree (order_id, id);
CREATE TRIGGER moved_date_is_published AFTER INSERT ON order_event FOR EACH ROW WHEN (new.kind = 'date-moved'::text) EXECUTE FUNCTION publish_of_order('order.changed', 'jsonb_build_object(''order'', o.number, ''changed'', ''dates'')');
CREATE TRIGGER order_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON order_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_event_is_audited AFTER INSERT ON order_event FOR EACH ROW EXECUTE FUNCTION audit_order_event();

-- The snapshot's lines again, for stock, returns and statistics. Product ids carry no foreign key: an order
-- outlives the catalogue.
create table order_line (
  order_id bigint not null,
  position smallint not null,
  uuid text not null,
  product_id integer not null,
  sku text not null,
  name text not null,
  quantity integer not null,
  unit_price_minor minor_units not null,
  -- After every discount.
  total_minor minor_units not null,
  vat_minor minor_units not null,
  vat_rate_basis_points integer not null,
  PRIMARY KEY (order_id, "position"),
  UNIQUE (order_id, uuid),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (quantity >= 1 AND quantity <= 5000)
);
CREATE INDEX order_line_product_id_idx ON order_line USING btree (product_id);

-- The dates on which lines of orders are expected in stock that changed after the order; the newest counts.
create table order_line_date (
  order_id bigint not null,
  uuid text not null,
  -- The newest move of a product of the order, which names the mail. Moves are deleted after some weeks.
  move_id bigint not null,
  -- What the buyer was told before, in the order or by the last mail; null: that no date was known.
  former_at timestamp with time zone,
  expected_at timestamp with time zone not null,
  -- Whether a mail says it: not where the goods come earlier, or less than a day later.
  is_mailed boolean not null,
  PRIMARY KEY (order_id, uuid, move_id),
  FOREIGN KEY (order_id, uuid) REFERENCES order_line(order_id, uuid)
);

-- Mails an order owes its buyer, one of each kind; written with what causes them, sent by a job.
create table order_mail (
  order_id bigint not null,
  kind text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  message_id text,
  admitted_at timestamp with time zone,
  not_before timestamp with time zone,
  -- How often staff sent a mail again: each time under a message id of its own, or mailboxes drop it as known.
  resends integer not null default 0,
  -- When staff dismissed a mail that could not be sent: it is no longer tried, nor counted as one that was not sent
  -- (decision 96). Sending it again by hand clears this.
  dismissed_at timestamp with time zone,
  PRIMARY KEY (order_id, kind),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (resends >= 0)
);
CREATE INDEX order_mail_created_at_idx ON order_mail USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX order_mail_not_before_idx ON order_mail USING btree (not_before) WHERE ((sent_at IS NULL) AND (not_before IS NOT NULL));

-- What staff write to each other about an order. Never shown to its buyer, and never changed.
create table order_note (
  id bigint not null identity,
  order_id bigint not null,
  staff_id bigint,
  body text not null,
  -- Staff who are mentioned.
  mentions bigint[] not null default '{}'::bigint[],
  written_at timestamp with time zone not null,
  module text,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (staff_id) REFERENCES staff(id),
  CHECK ((staff_id IS NULL) <> (module IS NULL)),
  CHECK (length(body) >= 1 AND length(body) <= 4000)
);
CREATE INDEX order_note_mentions_idx ON order_note USING gin (mentions);
CREATE INDEX order_note_order_id_id_idx ON order_note USING btree (order_id, id);

-- Who of staff is mentioned in a note about an order, and when they have seen it.
create table order_note_mention (
  note_id bigint not null,
  staff_id bigint not null,
  -- Null: not yet.
  seen_at timestamp with time zone,
  PRIMARY KEY (staff_id, note_id),
  FOREIGN KEY (note_id) REFERENCES order_note(id),
  FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE INDEX order_note_mention_staff_id_idx ON order_note_mention USING btree (staff_id) WHERE (seen_at IS NULL);

create table order_return (
  id bigint not null identity,
  order_id bigint not null,
  -- 1, 2, … within its order; S100001-R1 is the first of S100001.
  number integer not null,
  -- domain/returns/return.ts holds the moves.
  status text not null default 'registered'::text,
  -- 128 random bits: opens the slip to print and nothing else.
  label_token text not null,
  comment text not null default ''::text,
  -- The refund that paid for its goods.
  refund_number integer,
  registered_at timestamp with time zone not null,
  request_key text,
  refunds_shipping boolean not null default false,
  rejection text,
  sent_at timestamp with time zone,
  exchange_order_id bigint,
  PRIMARY KEY (id),
  UNIQUE (exchange_order_id),
  UNIQUE (label_token),
  UNIQUE (order_id, number),
  FOREIGN KEY (exchange_order_id) REFERENCES orders(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (order_id, refund_number) REFERENCES refund(order_id, number),
  CHECK (
CASE status
    WHEN 'refunded'::text THEN refund_number IS NOT NULL AND exchange_order_id IS NULL
    WHEN 'exchanged'::text THEN refund_number IS NOT NULL AND exchange_order_id IS NOT NULL
    ELSE refund_number IS NULL AND exchange_order_id IS NULL
END),
  CHECK (char_length(comment) <= 1000),
  CHECK (char_length(rejection) >= 1 AND char_length(rejection) <= 500),
  CHECK (char_length(request_key) >= 1 AND char_length(request_key) <= 64),
  CHECK (label_token ~ '^[0-9a-f]{32}$'::text),
  CHECK (number >= 1),
  CHECK (status = ANY (ARRAY['registered'::text, 'sent'::text, 'received'::text, 'inspected'::text, 'refunded'::text, 'exchanged'::text, 'rejected'::text]))
);
CREATE INDEX order_return_by_time ON order_return USING btree (registered_at, id);
CREATE UNIQUE INDEX order_return_order_id_request_key_idx ON order_return USING btree (order_id, request_key);
CREATE TRIGGER return_is_published_on_insert AFTER INSERT ON order_return FOR EACH ROW EXECUTE FUNCTION publish_of_order('return.changed', 'jsonb_build_object(''order'', o.number, ''return'', concat(o.number, ''-R'', r.number), ''status'', r.status)');
CREATE TRIGGER return_is_published_on_update AFTER UPDATE OF status ON order_return FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION publish_of_order('return.changed', 'jsonb_build_object(''order'', o.number, ''return'', concat(o.number, ''-R'', r.number), ''status'', r.status)');

create table order_return_line (
  return_id bigint not null,
  position smallint not null,
  sku text not null,
  -- As the order says it.
  name text not null,
  quantity integer not null,
  reason text not null,
  transport text not null default 'parcel'::text,
  exchange jsonb,
  PRIMARY KEY (return_id, "position"),
  FOREIGN KEY (return_id) REFERENCES order_return(id),
  CHECK (quantity >= 1 AND quantity <= 5000),
  CHECK (reason = ANY (ARRAY['changed_mind'::text, 'wrong_choice'::text, 'defective'::text, 'damaged'::text, 'wrong_item'::text, 'other'::text])),
  CHECK (transport = ANY (ARRAY['parcel'::text, 'damaged_lithium'::text, 'lead_acid'::text, 'other_dangerous'::text]))
);

create view order_units as
 SELECT o.id AS order_id,
    l.uuid,
    l.sku,
    l."productId" AS product_id,
    l.kind,
    l.quantity AS ordered,
    s.shipped,
    c.cancelled,
    r.returned,
    l.quantity - s.shipped - c.cancelled AS open
   FROM orders o
     CROSS JOIN LATERAL jsonb_to_recordset(o.snapshot -> 'lines'::text) l(uuid text, sku text, "productId" integer, kind text, quantity integer)
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(u.cancelled), 0::bigint)::integer AS cancelled,
            COALESCE(sum(u.returned), 0::bigint)::integer AS returned
           FROM refund_unit u
          WHERE u.order_id = o.id AND u.uuid = l.uuid) r
     CROSS JOIN LATERAL ( SELECT (EXISTS ( SELECT
                   FROM shipment
                  WHERE shipment.order_id = o.id)) AS has_shipment) h
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN h.has_shipment AND l.kind <> 'goods'::text OR NOT h.has_shipment AND (o.status = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text])) THEN l.quantity - r.cancelled
                    ELSE COALESCE(( SELECT sum(x.quantity) AS sum
                       FROM shipment p
                         JOIN shipment_line x ON x.shipment_id = p.id
                      WHERE p.order_id = o.id AND x.uuid = l.uuid), 0::bigint)::integer
                END AS shipped) s
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN o.status = 'cancelled'::text THEN l.quantity - s.shipped
                    ELSE r.cancelled
                END AS cancelled) c;

create table orders (
  id bigint not null identity,
  number text not null,
  store store_code not null,
  checkout_id text not null,
  checkout_version integer not null,
  -- domain/orders/order-states.ts holds the transitions.
  status text not null default 'pending'::text,
  -- 128 random bits: the only way for a guest to read the order.
  access_token text not null,
  snapshot jsonb not null,
  -- SHA-256 over the snapshot's canonical JSON.
  snapshot_hash text not null,
  currency text not null,
  total_minor minor_units not null,
  vat_minor minor_units not null,
  email text not null,
  -- Whose account it belongs to; accounts come later and have no say in what an order is.
  account_id bigint,
  payment_provider text not null,
  -- Personal or company number for the invoice; kept outside the snapshot so that it can be erased.
  identity_number text,
  placed_at timestamp with time zone not null,
  finalized_at timestamp with time zone,
  paid_at timestamp with time zone,
  delivered_at timestamp with time zone,
  identity_number_encrypted text,
  purchase_event_at timestamp with time zone,
  -- When the personal data of an order was erased because its retention had ended; its amounts and goods stay.
  erased_at timestamp with time zone,
  -- The company that an order is for: its approvers and admins may read it, also after its buyer has left.
  company_id integer,
  PRIMARY KEY (id),
  UNIQUE (access_token),
  UNIQUE (checkout_id, checkout_version),
  UNIQUE (number),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  FOREIGN KEY (checkout_id) REFERENCES checkout(id),
  FOREIGN KEY (company_id) REFERENCES company(id),
  CHECK (access_token ~ '^[0-9a-f]{32}$'::text),
  CHECK (currency ~ '^[A-Z]{3}$'::text) NOT VALID,
  CHECK (snapshot_hash ~ '^[0-9a-f]{64}$'::text),
  CHECK (status = ANY (ARRAY['pending'::text, 'held'::text, 'payment_failed'::text, 'received'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text, 'returned'::text]))
);
CREATE INDEX orders_account_id_idx ON orders USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX orders_by_email_prefix ON orders USING btree (lower(email) text_pattern_ops);
CREATE INDEX orders_by_placed ON orders USING btree (placed_at, id);
CREATE INDEX orders_by_provider ON orders USING btree (payment_provider, placed_at, id);
CREATE INDEX orders_by_status ON orders USING btree (status, placed_at, id) INCLUDE (store);
CREATE INDEX orders_by_store ON orders USING btree (store, placed_at, id);
CREATE INDEX orders_by_total ON orders USING btree (total_minor, id);
CREATE INDEX orders_company_id_placed_at_idx ON orders USING btree (company_id, placed_at) WHERE (company_id IS NOT NULL);
CREATE INDEX orders_delivered_at ON orders USING btree (delivered_at) WHERE (delivered_at IS NOT NULL);
CREATE INDEX orders_identity_encrypted ON orders USING btree (id) WHERE (identity_number_encrypted IS NOT NULL);
CREATE INDEX orders_identity_plain ON orders USING btree (id) WHERE (identity_number IS NOT NULL);
CREATE INDEX orders_of_businesses ON orders USING btree (placed_at, id) INCLUDE (payment_provider) WHERE ((snapshot #>> '{customer,type}'::text[]) = 'business'::text);
CREATE INDEX orders_search_words ON orders USING gin (to_tsvector('simple'::regconfig, translate(((((((((((((COALESCE((snapshot #>> '{customer,firstName}'::text[]), ''::text) || ' '::text) || COALESCE((snapshot #>> '{customer,lastName}'::text[]), ''::text)) || ' '::text) || COALESCE((snapshot #>> '{customer,companyName}'::text[]), ''::text)) || ' '::text) || COALESCE((snapshot #>> '{customer,email}'::text[]), ''::text)) || ' '::text) || COALESCE((snapshot #>> '{recipient,firstName}'::text[]), ''::text)) || ' '::text) || COALESCE((snapshot #>> '{recipient,lastName}'::text[]), ''::text)) || ' '::text) || COALESCE((snapshot #>> '{recipient,companyName}'::text[]), ''::text)), '@.-_+/'::text, '      '::text)));
CREATE INDEX orders_store_placed_at_idx ON orders USING btree (store, placed_at) WHERE (erased_at IS NULL);
CREATE UNIQUE INDEX orders_live_per_checkout ON orders USING btree (checkout_id) WHERE (status <> ALL (ARRAY['payment_failed'::text, 'cancelled'::text]));
CREATE TRIGGER field_values_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_field_values('order');
CREATE TRIGGER order_begins_pending BEFORE INSERT ON orders FOR EACH ROW WHEN (new.status <> 'pending'::text) EXECUTE FUNCTION refuse_order_without_transition();
CREATE TRIGGER order_gives_coupons_back AFTER UPDATE OF status ON orders FOR EACH ROW WHEN ((new.status = ANY (ARRAY['payment_failed'::text, 'cancelled'::text])) <> (old.status = ANY (ARRAY['payment_failed'::text, 'cancelled'::text]))) EXECUTE FUNCTION follow_order_with_coupons();
CREATE TRIGGER order_gives_gift_cards_back AFTER UPDATE OF status ON orders FOR EACH ROW WHEN ((new.status = ANY (ARRAY['payment_failed'::text, 'cancelled'::text])) <> (old.status = ANY (ARRAY['payment_failed'::text, 'cancelled'::text]))) EXECUTE FUNCTION follow_order_with_gift_cards();
CREATE TRIGGER order_is_published_on_insert AFTER INSERT ON orders FOR EACH ROW WHEN (new.status <> 'pending'::text) EXECUTE FUNCTION publish_order();
CREATE TRIGGER order_is_published_on_update AFTER UPDATE OF status, paid_at ON orders FOR EACH ROW WHEN (new.status <> old.status OR new.paid_at IS DISTINCT FROM old.paid_at) EXECUTE FUNCTION publish_order();
CREATE TRIGGER order_promise_is_kept BEFORE UPDATE ON orders FOR EACH ROW WHEN (new.number IS DISTINCT FROM old.number OR new.store::text IS DISTINCT FROM old.store::text OR new.checkout_id IS DISTINCT FROM old.checkout_id OR new.checkout_version IS DISTINCT FROM old.checkout_version OR new.access_token IS DISTINCT FROM old.access_token OR new.snapshot_hash IS DISTINCT FROM old.snapshot_hash OR new.currency IS DISTINCT FROM old.currency OR new.total_minor::bigint IS DISTINCT FROM old.total_minor::bigint OR new.vat_minor::bigint IS DISTINCT FROM old.vat_minor::bigint OR new.placed_at IS DISTINCT FROM old.placed_at OR new.snapshot IS DISTINCT FROM old.snapshot AND (old.erased_at IS NOT NULL OR new.erased_at IS NULL)) EXECUTE FUNCTION keep_order_promise();
CREATE TRIGGER order_transition_is_checked BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION check_order_transition();
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON orders FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('order', 'r.number', 'status finalized_at paid_at delivered_at total_minor');

-- Parcels that are booked with a carrier, outside of any transaction.
create table parcel (
  id bigint not null identity,
  order_id bigint not null,
  -- `return`: from the buyer to the shop.
  direction text not null,
  -- The shop's reference at the carrier, repeated by every retry.
  reference text not null,
  -- Number of the return that it belongs to, as S100001-R1.
  return_id text,
  store text not null,
  carrier text not null,
  -- `sent`: to be booked, or sent without an answer yet. `unknown`: the carrier did not answer.
  status text not null default 'sent'::text,
  -- Units per line of the order's snapshot; of a return, per sku.
  units jsonb not null,
  -- What the carrier is asked, with the buyer's address; null once there is an answer.
  request jsonb,
  customs jsonb,
  dangerous_goods jsonb not null default '[]'::jsonb,
  -- Whether the order is shipped as soon as the parcel is booked.
  ships boolean not null default false,
  -- The carrier's id, by which a booking is cancelled.
  booking_id text,
  tracking_number text,
  tracking_url text,
  -- PDF; deleted after a while, because it shows the buyer's address.
  label bytea,
  label_url text,
  -- Why it was refused or cancelled, or what is open: a code of the shop, or the carrier's words.
  problem text,
  tries integer not null default 0,
  -- A node asks the carrier until then; no other node does meanwhile.
  claimed_until timestamp with time zone,
  -- Set when the shop has shipped it.
  shipment_id bigint,
  actor_kind text not null,
  actor_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (reference),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (shipment_id) REFERENCES shipment(id),
  CHECK ((direction = 'return'::text) = (return_id IS NOT NULL)),
  CHECK ((status = ANY (ARRAY['sent'::text, 'unknown'::text])) = (request IS NOT NULL)),
  CHECK (char_length(reference) >= 1 AND char_length(reference) <= 20),
  CHECK (direction = ANY (ARRAY['outbound'::text, 'return'::text])),
  CHECK (status <> 'booked'::text OR booking_id IS NOT NULL AND tracking_number IS NOT NULL),
  CHECK (status = ANY (ARRAY['sent'::text, 'unknown'::text, 'booked'::text, 'refused'::text, 'cancelled'::text]))
);
CREATE INDEX parcel_order_id_idx ON parcel USING btree (order_id);
CREATE INDEX parcel_updated_at_idx ON parcel USING btree (updated_at) WHERE ((status = ANY (ARRAY['sent'::text, 'unknown'::text])) OR ((status = 'booked'::text) AND ships AND (shipment_id IS NULL)));
CREATE INDEX parcel_updated_at_idx1 ON parcel USING btree (updated_at) WHERE (label IS NOT NULL);
CREATE UNIQUE INDEX parcel_open_outbound ON parcel USING btree (order_id) WHERE ((direction = 'outbound'::text) AND (status = ANY (ARRAY['sent'::text, 'unknown'::text, 'booked'::text])) AND (shipment_id IS NULL));
CREATE UNIQUE INDEX parcel_open_return ON parcel USING btree (return_id) WHERE (status = ANY (ARRAY['sent'::text, 'unknown'::text, 'booked'::text]));

create table passkey (
  -- base64url, as the authenticator made it.
  credential_id text not null,
  account_id bigint not null,
  public_key bytea not null,
  -- Signature counter; 0 where the authenticator has none.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether it is synchronised to other devices of its owner.
  backed_up boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (credential_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CHECK (length(name) >= 1 AND length(name) <= 60)
);
CREATE INDEX passkey_account_id_idx ON passkey USING btree (account_id);

-- Challenges that were handed out and not answered yet. Each is deleted by the first answer.
create table passkey_challenge (
  challenge_hash bytea not null,
  -- The account that adds a passkey; null: somebody who signs in.
  account_id bigint,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_expires_at_idx ON passkey_challenge USING btree (expires_at);

-- One try to pay. A provider whose frame takes the address opens it before there is an order; then the order,
-- its amount and hash are bound to the attempt when the shopper commits.
create table payment_attempt (
  id bigint not null identity,
  checkout_id text not null,
  order_id bigint,
  provider text not null,
  -- The provider's own id of it; null until the provider answered.
  provider_order_id text,
  store store_code not null,
  customer_type text not null,
  amount_minor minor_units not null,
  currency text not null,
  snapshot_hash text,
  status text not null default 'created'::text,
  captured_minor minor_units not null default 0,
  refunded_minor minor_units not null default 0,
  -- Sent with every call that creates, so that a repeat after a timeout is no second payment.
  idempotency_key text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  saved_method_id bigint,
  means jsonb,
  asked_means text,
  -- Nodes of the release before leave both columns empty.
  open_asked_at timestamp with time zone,
  unclaimed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (idempotency_key),
  UNIQUE (provider, provider_order_id, store),
  FOREIGN KEY (checkout_id) REFERENCES checkout(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (saved_method_id) REFERENCES saved_payment_method(id),
  CHECK ((order_id IS NULL) = (snapshot_hash IS NULL)),
  CHECK (captured_minor::bigint <= amount_minor::bigint),
  CHECK (customer_type = ANY (ARRAY['private'::text, 'business'::text])),
  CHECK (provider_order_id <> ''::text),
  CHECK (refunded_minor::bigint <= captured_minor::bigint),
  CHECK (status = ANY (ARRAY['created'::text, 'pending'::text, 'review'::text, 'authorized'::text, 'captured'::text, 'part_refunded'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text, 'mismatch'::text]))
);
CREATE INDEX payment_attempt_checkout_id_idx ON payment_attempt USING btree (checkout_id);
CREATE INDEX payment_attempt_open_authorization ON payment_attempt USING btree (order_id) WHERE ((status = 'authorized'::text) AND ((captured_minor)::bigint = 0));
CREATE INDEX payment_attempt_order_id_idx ON payment_attempt USING btree (order_id);
CREATE INDEX payment_attempt_unanswered ON payment_attempt USING btree (open_asked_at) WHERE (open_asked_at IS NOT NULL);
CREATE INDEX payment_attempt_unclaimed ON payment_attempt USING btree (order_id) WHERE (unclaimed_at IS NOT NULL);
CREATE UNIQUE INDEX payment_attempt_paid_once ON payment_attempt USING btree (order_id) WHERE (status = ANY (ARRAY['authorized'::text, 'captured'::text, 'part_refunded'::text, 'refunded'::text]));
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON payment_attempt FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('payment', 'r.id', 'status provider provider_order_id amount_minor captured_minor');

-- What a provider reported, as received: stored before it is answered, processed by a job. May hold personal data.
create table payment_event (
  id bigint not null identity,
  provider text not null,
  store store_code not null,
  -- The provider's id of the event, or a digest of its content where it has none.
  event_key text not null,
  -- The provider's name of the event.
  kind text not null,
  -- Null: not about a payment.
  provider_order_id text,
  query jsonb not null,
  headers jsonb not null,
  body bytea not null,
  received_at timestamp with time zone not null default now(),
  deliveries integer not null default 1,
  -- Null while a job owes its processing.
  processed_at timestamp with time zone,
  -- Code of the result, or of what delays it.
  outcome text,
  PRIMARY KEY (id),
  UNIQUE (provider, store, event_key)
);
CREATE INDEX payment_event_provider_provider_order_id_idx ON payment_event USING btree (provider, provider_order_id);
CREATE INDEX payment_event_received_at_idx ON payment_event USING btree (received_at);

-- Captures, refunds and cancellations asked of a provider, each under a key that a retry repeats.
create table payment_operation (
  id bigint not null identity,
  attempt_id bigint not null,
  kind text not null,
  amount_minor minor_units not null,
  idempotency_key text not null,
  provider_operation_id text,
  status text not null default 'sent'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  request jsonb,
  tries integer not null default 0,
  problem text,
  -- How often staff sent an operation again after the provider's refusal. A refund that is sent again is a new one at
  -- the provider, under a key of its own: under the old key it would answer the refused one.
  retries integer not null default 0,
  -- When a performed refund was last compared with its provider's record: a bank may return the money days later.
  checked_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (idempotency_key),
  FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id),
  CHECK (kind = ANY (ARRAY['capture'::text, 'refund'::text, 'cancel'::text])),
  CHECK (retries >= 0),
  CHECK (status = ANY (ARRAY['sent'::text, 'done'::text, 'refused'::text, 'unknown'::text]))
);
CREATE INDEX payment_operation_attempt_id_idx ON payment_operation USING btree (attempt_id);
CREATE INDEX payment_operation_refunds ON payment_operation USING btree (updated_at) WHERE ((kind = 'refund'::text) AND (status = 'done'::text));
CREATE INDEX payment_operation_updated_at_idx ON payment_operation USING btree (updated_at) WHERE (status = ANY (ARRAY['sent'::text, 'unknown'::text]));
CREATE TRIGGER operations_stay_within_payment AFTER INSERT OR UPDATE OF amount_minor, status ON payment_operation FOR EACH ROW WHEN (new.kind <> 'cancel'::text) EXECUTE FUNCTION keep_operations_within_payment();
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON payment_operation FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('payment', 'r.attempt_id', 'kind amount_minor provider_operation_id');

create table personal_offer (
  id integer not null identity,
  store text not null,
  product_id integer not null,
  -- Per unit, VAT included.
  price_minor minor_units not null,
  -- The offer is for exactly this many.
  quantity integer not null,
  -- Exactly one of the two.
  account_id bigint,
  segment_id integer,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  FOREIGN KEY (segment_id) REFERENCES customer_segment(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK ((account_id IS NULL) <> (segment_id IS NULL)),
  CHECK (quantity >= 1 AND quantity <= 5000)
);
CREATE INDEX personal_offer_account_id_idx ON personal_offer USING btree (account_id) WHERE (removed_at IS NULL);
CREATE INDEX personal_offer_segment_id_idx ON personal_offer USING btree (segment_id) WHERE (removed_at IS NULL);

-- The photo as it was received, once however many products and addresses have it.
create table picture_original (
  sha256 bytea not null,
  format text not null,
  -- As displayed, after EXIF rotation.
  width integer not null,
  height integer not null,
  bytes bytea not null,
  stored_at timestamp with time zone not null default now(),
  PRIMARY KEY (sha256),
  CHECK (format = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text, 'avif'::text, 'gif'::text])),
  CHECK (height > 0),
  CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 15728640),
  CHECK (octet_length(sha256) = 32),
  CHECK (width > 0)
);
CREATE TRIGGER pictures_of_fields_kept BEFORE DELETE ON picture_original FOR EACH ROW EXECUTE FUNCTION keep_pictures_of_fields();

-- Photos that were deleted, whose derived sizes may be left in a store that all nodes share
-- (domain/pictures/remove-derived-pictures.server.ts). Forgotten after a month where there is none.
create table picture_removal (
  sha256 bytea not null,
  removed_at timestamp with time zone not null default now(),
  PRIMARY KEY (sha256),
  CHECK (octet_length(sha256) = 32)
);

-- One row per address or path that a product names: which original it led to, and the last attempt.
create table picture_source (
  source text not null,
  -- Null until an original was stored. A later failure keeps the former one.
  sha256 bytea,
  -- Validators of the last answer, for conditional requests.
  etag text,
  last_modified text,
  -- Code of the last attempt's failure (domain/pictures/picture-failure.ts); null: none, or not tried yet.
  failure text,
  failure_detail text,
  failed_attempts integer not null default 0,
  attempted_at timestamp with time zone,
  -- When it is fetched (again); null: never, because it is a file or because too many attempts failed.
  next_attempt_at timestamp with time zone default now(),
  PRIMARY KEY (source),
  FOREIGN KEY (sha256) REFERENCES picture_original(sha256),
  CHECK (octet_length(source) <= 2000)
);
CREATE INDEX picture_source_next_attempt_at_idx ON picture_source USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX picture_source_sha256_idx ON picture_source USING btree (sha256);
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON picture_source REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_picture_change();

-- Campaigns for later. A product has one campaign in a store, in `price_tier`; these follow it (decision 124).
create table planned_campaign (
  product_id integer not null,
  store store_code not null,
  -- A campaign holds in [starts_at, ends_at); null is open.
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  -- As the audit keeps the tiers of a price change: minimum quantity and price in minor units, VAT included.
  tiers jsonb not null,
  -- Whether it begins at its start although another campaign has not ended.
  takes_over boolean not null,
  -- Who planned it, as the audit records an actor.
  planned_by jsonb not null,
  planned_at timestamp with time zone not null default now(),
  PRIMARY KEY (product_id, store, starts_at),
  FOREIGN KEY (product_id, store) REFERENCES store_product(product_id, store) ON DELETE CASCADE,
  CHECK (ends_at > starts_at),
  CHECK (jsonb_typeof(tiers) = 'array'::text)
);
CREATE INDEX planned_campaign_starts_at_idx ON planned_campaign USING btree (starts_at);

create table price_agreement (
  id integer not null identity,
  store text not null,
  name text not null,
  -- Exactly one of the two.
  company_id integer,
  account_id bigint,
  -- Fixed: it applies even where the price that everybody gets is lower.
  is_fixed boolean not null default false,
  valid_from timestamp with time zone not null,
  -- Null: until it is removed.
  valid_to timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK ((company_id IS NULL) <> (account_id IS NULL)),
  CHECK (length(name) >= 1 AND length(name) <= 120),
  CHECK (valid_to IS NULL OR valid_to > valid_from)
);
CREATE INDEX price_agreement_account_id_idx ON price_agreement USING btree (account_id) WHERE (removed_at IS NULL);
CREATE INDEX price_agreement_company_id_idx ON price_agreement USING btree (company_id) WHERE (removed_at IS NULL);

-- A percentage off the ordinary prices; of several that apply to a product the largest counts.
create table price_agreement_percentage (
  agreement_id integer not null,
  -- Both null: the whole range.
  brand_id integer,
  -- With all categories below it.
  category_id integer,
  percentage_basis_points integer not null,
  UNIQUE NULLS NOT DISTINCT (agreement_id, brand_id, category_id),
  FOREIGN KEY (agreement_id) REFERENCES price_agreement(id) ON DELETE CASCADE,
  FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE,
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  CHECK (brand_id IS NULL OR category_id IS NULL),
  CHECK (percentage_basis_points >= 1 AND percentage_basis_points <= 10000)
);

create table price_agreement_price (
  agreement_id integer not null,
  product_id integer not null,
  -- From this many units on.
  quantity integer not null,
  -- Per unit, VAT included.
  price_minor minor_units not null,
  PRIMARY KEY (agreement_id, product_id, quantity),
  FOREIGN KEY (agreement_id) REFERENCES price_agreement(id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (quantity >= 1 AND quantity <= 5000)
);

-- Every unit price (quantity 1) a product ever had in a store: what the 30-day lowest price is read from
-- (Dir. 98/6/EC Art. 6a). Written by trigger, never changed.
create table price_history (
  id bigint not null identity,
  product_id integer not null,
  store store_code not null,
  kind text not null,
  -- Null: the campaign was withdrawn.
  price_minor minor_units,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  recorded_at timestamp with time zone not null default now(),
  -- Nullable, so that the table is not rewritten; rows from before have none.
  transaction_id xid8 default pg_current_xact_id(),
  PRIMARY KEY (id),
  CHECK (kind = ANY (ARRAY['normal'::text, 'campaign'::text]))
);
CREATE INDEX price_history_product_id_store_recorded_at_idx ON price_history USING btree (product_id, store, recorded_at);
CREATE TRIGGER price_history_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON price_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_is_published AFTER INSERT ON price_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_prices();

create table price_notice (
  product_id integer not null,
  store store_code not null,
  email text not null,
  -- A notice is due below this price: the one that the asker saw, later the one in the last mail.
  price_minor integer not null,
  confirmed_at timestamp with time zone not null,
  -- The last mail; the next one at least a week later.
  mailed_at timestamp with time zone,
  -- Nothing is mailed after this moment.
  expires_at timestamp with time zone not null,
  PRIMARY KEY (product_id, store, email),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (email = lower(email) AND length(email) <= 254),
  CHECK (price_minor >= 0)
);
CREATE INDEX price_notice_email_idx ON price_notice USING btree (email);

-- How the prices of a store were last made from those of another (domain/prices/price-rule.ts): what the next proposal starts
-- from.
create table price_rule (
  source_store text not null,
  target_store text not null,
  -- Units of the target's currency for a million units of the source's.
  rate_millionths integer not null,
  vat text not null,
  ending text not null,
  used_at timestamp with time zone not null,
  PRIMARY KEY (source_store, target_store),
  CHECK (ending = ANY (ARRAY['store'::text, 'none'::text, 'whole'::text, '90'::text, '95'::text, '99'::text])),
  CHECK (rate_millionths > 0),
  CHECK (source_store <> target_store),
  CHECK (vat = ANY (ARRAY['recomputed'::text, 'kept'::text]))
);

create table price_tier (
  product_id integer not null,
  store store_code not null,
  kind text not null,
  min_quantity integer not null,
  price_minor minor_units not null,
  -- Struck-through price of a campaign tier.
  before_minor minor_units,
  -- A campaign holds in [starts_at, ends_at); null is open.
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  PRIMARY KEY (product_id, store, kind, min_quantity),
  FOREIGN KEY (product_id, store) REFERENCES store_product(product_id, store) ON DELETE CASCADE,
  CHECK (ends_at IS NULL OR starts_at IS NULL OR ends_at > starts_at),
  CHECK (kind = ANY (ARRAY['normal'::text, 'campaign'::text])),
  CHECK (min_quantity >= 1)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON price_tier REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON price_tier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON price_tier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER price_tier_deleted AFTER DELETE ON price_tier REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_price_delete();
CREATE TRIGGER price_tier_inserted AFTER INSERT ON price_tier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_price_insert();
CREATE TRIGGER price_tier_updated AFTER UPDATE ON price_tier REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_price_update();
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON price_tier FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('price', 'r.product_id', 'kind min_quantity price_minor starts_at ends_at');

create table product (
  id integer not null identity,
  sku text not null,
  -- ENTITY-12: 1 standard, 2 variant, 3 set, 4 gift card.
  type smallint not null,
  gtin text,
  mpn text,
  brand_id integer,
  -- The parent gathers variants and is not for sale itself; a parent has variation attributes.
  variant_of integer,
  variation_attributes text[] not null default '{}'::text[],
  -- A feed's item_group_id (siblings); not the coupons' group.
  item_group text,
  group_id integer,
  discount_category text,
  condition text not null default 'new'::text,
  -- Attribute code → value code(s), number, text or boolean.
  attributes jsonb not null default '{}'::jsonb,
  -- Devices it fits, "Maker Model".
  fits text[] not null default '{}'::text[],
  subscription_intervals text[] not null default '{}'::text[],
  -- Average rating in hundredths (0–500) and the number of ratings behind it.
  score_hundredths smallint,
  score_count integer not null default 0,
  -- Units sold lately, for ranking.
  sales_rank integer not null default 0,
  created_at timestamp with time zone not null default now(),
  -- Products that differ only in case from an older one. They stay, under their exact spelling, until somebody merges
  -- them; `anode import products` names them.
  sku_clash boolean not null default false,
  un_number text,
  battery_energy_mwh integer,
  lithium_content_mg integer,
  gross_weight_g integer,
  package_length_mm integer,
  package_width_mm integer,
  package_height_mm integer,
  hs_code text,
  origin_country text,
  PRIMARY KEY (id),
  UNIQUE (sku),
  FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE SET NULL,
  FOREIGN KEY (variant_of) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (battery_energy_mwh > 0),
  CHECK (condition = ANY (ARRAY['new'::text, 'refurbished'::text, 'used'::text])),
  CHECK (gross_weight_g > 0),
  CHECK (hs_code ~ '^[0-9]{6,10}$'::text),
  CHECK (lithium_content_mg > 0),
  CHECK (origin_country ~ '^[A-Z]{2}$'::text),
  CHECK (package_height_mm > 0),
  CHECK (package_length_mm > 0),
  CHECK (package_width_mm > 0),
  CHECK (score_hundredths >= 0 AND score_hundredths <= 500),
  CHECK (type >= 1 AND type <= 4),
  CHECK (un_number ~ '^(none|UN[0-9]{4})$'::text)
);
CREATE INDEX product_brand_id_idx ON product USING btree (brand_id);
CREATE INDEX product_by_gtin ON product USING btree (gtin) WHERE (gtin IS NOT NULL);
CREATE INDEX product_by_sku_prefix ON product USING btree (lower(sku) text_pattern_ops);
CREATE INDEX product_item_group_idx ON product USING btree (item_group) WHERE (item_group IS NOT NULL);
CREATE INDEX product_sku_clash ON product USING btree (sku_key(sku)) WHERE sku_clash;
CREATE INDEX product_variant_of_idx ON product USING btree (variant_of) WHERE (variant_of IS NOT NULL);
CREATE UNIQUE INDEX product_same_sku ON product USING btree (sku_key(sku)) WHERE (NOT sku_clash);
CREATE TRIGGER added_product_is_published AFTER INSERT ON product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_skus('product.added');
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON product REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'id');
CREATE TRIGGER field_values_deleted AFTER DELETE ON product REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_field_values('product');
CREATE TRIGGER gone_product_kept BEFORE DELETE ON product FOR EACH ROW EXECUTE FUNCTION keep_gone_product('id');
CREATE TRIGGER product_is_published_on_delete AFTER DELETE ON product REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_skus('product.removed');

create table product_category (
  product_id integer not null,
  category_id integer not null,
  -- 0 is the main category.
  position smallint not null default 0,
  PRIMARY KEY (product_id, category_id),
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE
);
CREATE INDEX product_category_category_id_idx ON product_category USING btree (category_id);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON product_category REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON product_category REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON product_category REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');

-- What a product costs the shop, without VAT: one amount in each currency in which it is bought. For staff who may
-- change prices; nothing that shoppers see is made from it (decision 127).
create table product_cost (
  product_id integer not null,
  currency text not null,
  cost_minor bigint not null,
  PRIMARY KEY (product_id, currency),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (cost_minor >= 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text)
);

-- Addresses a product had before; they answer with a redirect to the present one.
create table product_former_slug (
  store store_code not null,
  slug text not null,
  product_id integer not null,
  PRIMARY KEY (store, slug),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON product_former_slug REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON product_former_slug REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON product_former_slug REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');

create table product_image (
  product_id integer not null,
  -- ENTITY-17.
  type smallint not null,
  sort_order smallint not null default 0,
  -- `drawing:…` or an http address.
  source text not null,
  -- Store code → words for those who cannot see it.
  alt jsonb not null default '{}'::jsonb,
  PRIMARY KEY (product_id, type, sort_order),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (type = ANY (ARRAY[1, 3, 4, 5, 9, 10, 12, 13, 16]))
);
CREATE INDEX product_image_source_idx ON product_image USING hash (source) WHERE (source !~~ 'drawing:%'::text);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON product_image REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON product_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON product_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER picture_sources_registered_on_insert AFTER INSERT ON product_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION register_picture_sources();
CREATE TRIGGER picture_sources_registered_on_update AFTER UPDATE ON product_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION register_picture_sources();

-- Lists of products that a customer keeps: the saved products (save for later, the heart), and lists with a name.
create table product_list (
  id integer not null identity,
  store text not null,
  account_id bigint not null,
  -- Null: the saved products, of which an account has one list per store.
  name text,
  -- 128 random bits in the address of the shared list; null: not shared.
  share_token text,
  shared_at timestamp with time zone,
  created_at timestamp with time zone not null,
  -- A deleted list can be restored for a day; then the job `tidy` removes it.
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (share_token),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK ((share_token IS NULL) = (shared_at IS NULL)),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (name IS NOT NULL OR deleted_at IS NULL)
);
CREATE INDEX product_list_account_id_store_idx1 ON product_list USING btree (account_id, store);
CREATE INDEX product_list_deleted_at_idx ON product_list USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX product_list_account_id_store_idx ON product_list USING btree (account_id, store) WHERE (name IS NULL);

create table product_list_line (
  list_id integer not null,
  product_id integer not null,
  quantity integer not null,
  added_at timestamp with time zone not null,
  PRIMARY KEY (list_id, product_id),
  FOREIGN KEY (list_id) REFERENCES product_list(id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (quantity >= 1 AND quantity <= 5000)
);
CREATE INDEX product_list_line_product_id_idx ON product_list_line USING btree (product_id);

-- Where a product is kept in the warehouse of a store; picking lists are sorted by it.
create table product_place (
  product_id integer not null,
  store store_code not null,
  place text not null,
  PRIMARY KEY (product_id, store),
  FOREIGN KEY (product_id, store) REFERENCES store_product(product_id, store) ON DELETE CASCADE,
  CHECK (length(place) >= 1 AND length(place) <= 40)
);

create table product_relation (
  product_id integer not null,
  kind text not null,
  related_id integer not null,
  position smallint not null default 0,
  PRIMARY KEY (product_id, kind, related_id),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  FOREIGN KEY (related_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (kind = ANY (ARRAY['accessory'::text, 'related'::text, 'cross_sell'::text, 'upsell'::text, 'recommended'::text, 'spare_part'::text])),
  CHECK (product_id <> related_id)
);
CREATE INDEX product_relation_related_id_idx ON product_relation USING btree (related_id);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON product_relation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON product_relation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON product_relation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');

create table product_tag (
  product_id integer not null,
  tag_id integer not null,
  PRIMARY KEY (product_id, tag_id),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON product_tag REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON product_tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON product_tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');

-- Accounts of stores at payment providers whose keys staff have set. Accounts from the environment have no row.
create table provider_account (
  store store_code not null,
  -- As in domain/payments/provider-keys.ts.
  provider text not null,
  -- The keys as JSON, encrypted by the application (purpose `provider-key`).
  keys_encrypted text not null,
  -- Name of each key that is set → its last four characters, or null where it is short.
  ends jsonb not null,
  set_at timestamp with time zone not null,
  set_by_kind text not null,
  set_by_id text,
  PRIMARY KEY (store, provider),
  CHECK (jsonb_typeof(ends) = 'object'::text),
  CHECK (provider ~ '^[a-z]+(-[a-z]+)*$'::text)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON provider_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''settings:'' || store');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON provider_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''settings:'' || store');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON provider_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''settings:'' || store');
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON provider_account FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('settings', '''keys_'' || r.provider', 'set_at');

-- The customer object that a payment provider keeps for an account, under which it saves payment methods.
create table provider_customer (
  account_id bigint not null,
  store store_code not null,
  provider text not null,
  reference text not null,
  PRIMARY KEY (account_id, store, provider),
  FOREIGN KEY (account_id) REFERENCES account(id)
);

create table purchase_request (
  id integer not null identity,
  store text not null,
  company_id integer not null,
  -- Who asks; null after the account was deleted.
  account_id bigint,
  checkout_id text not null,
  -- The form of the checkout, without the organisation number, which is the company's.
  form jsonb not null,
  shipping_method text not null,
  service_point text,
  total_minor minor_units not null,
  -- What was asked for, for the people who decide: [{sku, name, quantity, totalMinor}].
  lines jsonb not null,
  status text not null default 'waiting'::text,
  requested_at timestamp with time zone not null,
  -- Until then its prices are promised, and it can be approved.
  expires_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text,
  -- Null until the order is written.
  order_id bigint,
  -- The limit above which a purchase needed an approval when it was requested: the person's limit may change before
  -- somebody decides. Null of requests from before.
  approval_above_minor minor_units,
  PRIMARY KEY (id),
  UNIQUE (checkout_id),
  FOREIGN KEY (account_id) REFERENCES account(id),
  FOREIGN KEY (checkout_id) REFERENCES checkout(id),
  FOREIGN KEY (company_id) REFERENCES company(id),
  FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (status = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text]))
);
CREATE INDEX purchase_request_account_id_idx ON purchase_request USING btree (account_id);
CREATE INDEX purchase_request_company_id_requested_at_idx ON purchase_request USING btree (company_id, requested_at);

-- Addresses of a former shop, and of pages that have moved, with where they lead now. A page that exists is shown; a
-- redirect is looked up before the shop answers 404.
create table redirect (
  id bigint not null identity,
  -- The store whose former addresses these are: an address without a store's prefix may be of more than one.
  store store_code not null,
  -- As it is compared: in lower case, decoded, without a slash at its end and without a query.
  path text not null,
  -- A path of the shop, with query and fragment; never another host.
  target text not null,
  -- The path of the target as it is compared, by which redirects that follow each other are found.
  target_path text not null,
  created_at timestamp with time zone not null,
  -- Imports of products make redirects from the addresses that the products had in the former shop. Null: staff, a table of
  -- redirects or the command line made it. Rolling the import back removes its own.
  made_by_job bigint,
  PRIMARY KEY (id),
  UNIQUE (store, path),
  FOREIGN KEY (made_by_job) REFERENCES staff_job(id) ON DELETE SET NULL,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (path ~ '^/[^/]'::text AND length(path) <= 1000),
  CHECK (target ~ '^/([^/\\]|$)'::text AND length(target) <= 2000)
);
CREATE INDEX redirect_made_by_job ON redirect USING btree (made_by_job) WHERE (made_by_job IS NOT NULL);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON redirect REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''redirects''');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON redirect REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''redirects''');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON redirect REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''redirects''');

create table refund (
  id bigint not null identity,
  order_id bigint not null,
  -- 1, 2, … within its order.
  number integer not null,
  -- Who asks again with the same key is answered with the same refund.
  idempotency_key text not null,
  -- What was asked for, to tell a repetition from another refund under the same key.
  request jsonb not null,
  reason text not null,
  -- domain/orders/refund.ts, Refund: the next refund is worked out from all before it.
  parts jsonb not null,
  amount_minor minor_units not null,
  vat_minor minor_units not null,
  to_provider_minor minor_units not null,
  to_gift_cards_minor minor_units not null,
  -- Number of the credit note in the order's store; they stand in one row of numbers with the invoices, without gaps.
  credit_note integer,
  recorded_at timestamp with time zone not null,
  exchanged_minor minor_units not null default 0,
  to_origin_minor minor_units not null default 0,
  uncollected_minor minor_units not null default 0,
  PRIMARY KEY (id),
  UNIQUE (order_id, idempotency_key),
  UNIQUE (order_id, number),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (amount_minor::bigint = (to_provider_minor::bigint + to_gift_cards_minor::bigint + exchanged_minor::bigint + to_origin_minor::bigint + uncollected_minor::bigint) AND vat_minor::bigint <= amount_minor::bigint),
  CHECK (char_length(idempotency_key) >= 1 AND char_length(idempotency_key) <= 100),
  CHECK (number >= 1),
  CHECK (reason = ANY (ARRAY['withdrawal'::text, 'complaint'::text, 'not_delivered'::text, 'price_reduction'::text, 'goodwill'::text, 'cancelled'::text, 'deposit'::text, 'exchange'::text]))
);
CREATE TRIGGER refund_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON refund FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refund_is_published AFTER INSERT ON refund FOR EACH ROW EXECUTE FUNCTION publish_of_order('order.refunded', 'jsonb_build_object(''order'', o.number, ''refund'', r.number, ''reason'', r.reason, ''amount'', money_of(r.amount_minor, o.currency))');
CREATE TRIGGER refund_units_are_placed AFTER INSERT ON refund FOR EACH ROW EXECUTE FUNCTION place_refund();
CREATE TRIGGER refunds_stay_within_order AFTER INSERT ON refund FOR EACH ROW EXECUTE FUNCTION keep_refunds_within_order();

-- Refunds above the store's limit: one person asks for them, another one approves or rejects them.
create table refund_request (
  id bigint not null identity,
  order_id bigint not null,
  requested_by bigint not null,
  -- `request` and `reason` of the refund.
  refund jsonb not null,
  idempotency_key text not null,
  -- What it would have paid back when it was asked for.
  amount_minor bigint not null,
  requested_at timestamp with time zone not null,
  status text not null default 'open'::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  -- Why it was rejected.
  rejection text,
  PRIMARY KEY (id),
  FOREIGN KEY (decided_by) REFERENCES staff(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (requested_by) REFERENCES staff(id),
  CHECK ((status = 'open'::text) = (decided_by IS NULL) AND (status = 'open'::text) = (decided_at IS NULL)),
  CHECK ((status = 'rejected'::text) = (rejection IS NOT NULL)),
  CHECK (amount_minor > 0),
  CHECK (decided_by <> requested_by),
  CHECK (length(idempotency_key) >= 8 AND length(idempotency_key) <= 80),
  CHECK (length(rejection) >= 1 AND length(rejection) <= 1000),
  CHECK (status = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text]))
);
CREATE INDEX refund_request_order_id_id_idx ON refund_request USING btree (order_id, id);
CREATE UNIQUE INDEX refund_request_order_id_idx ON refund_request USING btree (order_id) WHERE (status = 'open'::text);

-- One count of units per order line. Each refund of units says how many of them had not left and never will (cancelled),
-- and how many had (returned). The view is that of db/routines, which this migration needs before it is applied.
create table refund_unit (
  refund_id bigint not null,
  order_id bigint not null,
  -- Of the order's line.
  uuid text not null,
  cancelled integer not null,
  returned integer not null,
  -- Neither shipments nor times say where its units were: staff decide it.
  is_unclear boolean not null default false,
  PRIMARY KEY (refund_id, uuid),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (refund_id) REFERENCES refund(id),
  CHECK ((cancelled + returned) >= 1),
  CHECK (cancelled >= 0),
  CHECK (returned >= 0)
);
CREATE INDEX refund_unit_order_id_idx ON refund_unit USING btree (order_id) WHERE is_unclear;
CREATE INDEX refund_unit_order_id_uuid_idx ON refund_unit USING btree (order_id, uuid);
CREATE TRIGGER refund_units_stay_within_order AFTER INSERT OR UPDATE ON refund_unit FOR EACH ROW EXECUTE FUNCTION keep_units_within_order();

create table review (
  id bigint not null identity,
  product_id integer not null,
  -- The store it was written in: its language.
  store store_code not null,
  -- Null: the buyer's data has been erased.
  order_id bigint,
  stars smallint not null,
  words text not null,
  -- First name as its author chose to show it; null: anonymous.
  name text,
  status text not null default 'pending'::text,
  -- Why it is not published (domain/reviews/review.ts).
  rejection_reason text,
  submitted_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  -- What the shop answers in public.
  answer text,
  answered_at timestamp with time zone,
  -- How many found it helpful; review_vote counts each only once.
  helpful integer not null default 0,
  -- When the author of a rejected review was mailed the reason (DSA, Art. 17). Null: not yet.
  rejection_mailed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (order_id, product_id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  CHECK ((status = 'rejected'::text) = (rejection_reason IS NOT NULL)),
  CHECK (char_length(answer) >= 1 AND char_length(answer) <= 2000),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  CHECK (char_length(words) <= 4000),
  CHECK (helpful >= 0),
  CHECK (rejection_reason = ANY (ARRAY['unlawful'::text, 'personal_data'::text, 'insulting'::text, 'advertising'::text, 'not_about_product'::text])),
  CHECK (stars >= 1 AND stars <= 5),
  CHECK (status = ANY (ARRAY['pending'::text, 'published'::text, 'rejected'::text]))
);
CREATE INDEX review_by_moment ON review USING btree (submitted_at, id);
CREATE INDEX review_product_id_idx ON review USING btree (product_id) WHERE (status = 'published'::text);
CREATE INDEX review_rejection_unmailed ON review USING btree (decided_at) WHERE ((status = 'rejected'::text) AND (rejection_mailed_at IS NULL));
CREATE INDEX review_submitted_at_idx ON review USING btree (submitted_at) WHERE (status = 'pending'::text);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON review REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON review REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON review REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');

-- The mail that asks the buyer of a delivered order for reviews. Its link carries a signature over the order.
create table review_request (
  order_id bigint not null,
  mailed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- The link works once.
  used_at timestamp with time zone,
  PRIMARY KEY (order_id),
  FOREIGN KEY (order_id) REFERENCES orders(id)
);

-- The voter is a keyed digest of an account or a network: it names nobody.
create table review_vote (
  review_id bigint not null,
  voter bytea not null,
  voted_at timestamp with time zone not null,
  PRIMARY KEY (review_id, voter),
  FOREIGN KEY (review_id) REFERENCES review(id) ON DELETE CASCADE
);
CREATE INDEX review_vote_voted_at_idx ON review_vote USING btree (voted_at);

-- Stored prices that had more digits than their currency, as they were before they were rounded
-- (domain/price-rounding/). An audit entry of the same transaction says who did it.
create table rounded_price (
  id bigint not null identity,
  -- A price of the product, of a planned campaign, beside another product, in an agreement, or offered.
  source text not null,
  store store_code not null,
  product_id integer not null,
  -- Id of the agreement or of the offer.
  reference bigint,
  min_quantity integer not null,
  -- Period of the campaign; null is open.
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  former_minor minor_units not null,
  -- Null: it was removed. `withheld`: it would be nothing. `ended`: the campaign would not be lower than the normal
  -- price. `merged`: it would be the price of a smaller quantity.
  rounded_minor minor_units,
  outcome text not null,
  recorded_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK ((outcome = 'rounded'::text) = (rounded_minor IS NOT NULL)),
  CHECK (min_quantity >= 1),
  CHECK (outcome = ANY (ARRAY['rounded'::text, 'withheld'::text, 'ended'::text, 'merged'::text])),
  CHECK (source = ANY (ARRAY['normal'::text, 'campaign'::text, 'planned'::text, 'cross_selling'::text, 'agreement'::text, 'offer'::text]))
);
CREATE INDEX rounded_price_product_id_store_idx ON rounded_price USING btree (product_id, store);
CREATE TRIGGER rounded_price_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rounded_price FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table routine (
  id integer not null identity,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (name, sha256)
);

create table saved_cart (
  id integer not null identity,
  store text not null,
  account_id bigint not null,
  -- The company whose people see it too; null: private.
  company_id integer,
  name text not null,
  -- [{sku, name, quantity}]; prices are those of the day on which it is loaded.
  lines jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE INDEX saved_cart_account_id_idx ON saved_cart USING btree (account_id);
CREATE INDEX saved_cart_company_id_idx ON saved_cart USING btree (company_id) WHERE (company_id IS NOT NULL);

-- Payment methods that a provider saved with the customer's consent to be charged while the customer is away.
create table saved_payment_method (
  id bigint not null identity,
  account_id bigint not null,
  store store_code not null,
  provider text not null,
  customer_reference text not null,
  method_reference text not null,
  -- As the customer recognises it, such as "Visa •••• 4242".
  label text not null,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (provider, method_reference),
  FOREIGN KEY (account_id) REFERENCES account(id),
  CHECK (char_length(label) >= 1 AND char_length(label) <= 100)
);
CREATE INDEX saved_payment_method_of_account ON saved_payment_method USING btree (account_id);

-- Views of tables that staff keep: a name for a query string.
create table saved_view (
  id bigint not null identity,
  staff_id bigint not null,
  -- The table's name: `orders`.
  table_name text not null,
  name text not null,
  -- As in the page's address, without `?` and without a page key.
  query text not null,
  -- Whether all staff see it.
  is_shared boolean not null default false,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (staff_id, table_name, name),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  CHECK (length(name) >= 1 AND length(name) <= 100),
  CHECK (length(query) <= 4000),
  CHECK (table_name ~ '^[a-z-]{1,40}$'::text)
);
CREATE INDEX saved_view_table_name_idx ON saved_view USING btree (table_name) WHERE is_shared;

-- Files of products and stock that are fetched from an address and imported at fixed intervals (modules/scheduled-imports).
create table scheduled_import (
  id bigint not null identity,
  name text not null,
  store store_code not null,
  url text not null,
  -- Login at the host of the file.
  login_user text,
  password_encrypted text,
  -- Name of a saved mapping of columns; null: the columns are known.
  mapping text,
  every_hours integer not null,
  -- When its person gets a mail.
  report text not null,
  is_active boolean not null default true,
  -- Whose it is: it imports what this person may import.
  staff_id bigint not null,
  created_at timestamp with time zone not null,
  next_run_at timestamp with time zone not null,
  -- A node runs it until then.
  claimed_until timestamp with time zone,
  -- Raised by staff, who change it or ask for a run.
  revision integer not null default 0,
  last_run_at timestamp with time zone,
  state text not null default 'waiting'::text,
  -- Why the last run failed: a code, and what belongs to it.
  problem text,
  problem_detail text,
  -- The last job that it started. No foreign key: jobs are deleted after a while.
  last_job bigint,
  -- The last job that was reported by mail, or needed no report.
  reported_job bigint,
  -- Of the last file that was imported.
  etag text,
  last_modified text,
  sha256 bytea,
  host_key text,
  seen_host_key text,
  open_jobs bigint[] not null default '{}'::bigint[],
  PRIMARY KEY (id),
  FOREIGN KEY (staff_id) REFERENCES staff(id),
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK ((login_user IS NULL) = (password_encrypted IS NULL)),
  CHECK ((state = 'failed'::text) = (problem IS NOT NULL)),
  CHECK (every_hours >= 1 AND every_hours <= 744),
  CHECK (host_key ~ '^SHA256:[A-Za-z0-9+/]{43}$'::text),
  CHECK (length(name) >= 1 AND length(name) <= 100),
  CHECK (length(sha256) = 32),
  CHECK (length(url) >= 1 AND length(url) <= 2000),
  CHECK (report = ANY (ARRAY['always'::text, 'problems'::text, 'never'::text])),
  CHECK (seen_host_key ~ '^SHA256:[A-Za-z0-9+/]{43}$'::text),
  CHECK (state = ANY (ARRAY['waiting'::text, 'started'::text, 'unchanged'::text, 'failed'::text]))
);
CREATE INDEX scheduled_import_due_idx ON scheduled_import USING btree (next_run_at) WHERE is_active;
CREATE INDEX scheduled_import_last_job_idx ON scheduled_import USING btree (last_job);

create table search_hint (
  id integer not null identity,
  store store_code not null,
  triggers text[] not null,
  hint text not null,
  url text not null,
  url_title text not null,
  -- Whether somebody who searches for exactly one of the words is led to the hint's address at once.
  redirect boolean not null default false,
  PRIMARY KEY (id),
  UNIQUE (store, hint)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON search_hint REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''hints:'' || store');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON search_hint REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''hints:'' || store');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON search_hint REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''hints:'' || store');

-- Searches of shoppers that found nothing, per store and query (decision 124). No personal data: a row has no visitor,
-- and queries that look like an address or a number of a person are not stored (domain/search/missed-query.ts).
create table search_miss (
  id bigint not null identity,
  store store_code not null,
  -- In lower case, with single spaces.
  query text not null,
  -- The store's last day with such a search.
  last_missed_on date not null,
  -- Set by staff; a search after that opens it again.
  closed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (store, query),
  CHECK (char_length(query) >= 2 AND char_length(query) <= 100)
);
CREATE INDEX search_miss_last_missed_on_idx ON search_miss USING btree (last_missed_on);

create table search_miss_day (
  miss_id bigint not null,
  day date not null,
  searches bigint not null,
  PRIMARY KEY (miss_id, day),
  FOREIGN KEY (miss_id) REFERENCES search_miss(id) ON DELETE CASCADE,
  CHECK (searches > 0)
);
CREATE INDEX search_miss_day_day_idx ON search_miss_day USING btree (day);

create table search_synonym (
  id integer not null identity,
  store store_code not null,
  -- What people type, and what it is called here. Both are compared as search compares words.
  term text not null,
  means text not null,
  -- Whether `means` finds what is called `term` too.
  both_ways boolean not null default true,
  PRIMARY KEY (id),
  UNIQUE (store, term, means),
  CHECK (length(TRIM(BOTH FROM means)) >= 1 AND length(TRIM(BOTH FROM means)) <= 100),
  CHECK (length(TRIM(BOTH FROM term)) >= 1 AND length(TRIM(BOTH FROM term)) <= 100)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON search_synonym REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('synonym', 'store');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON search_synonym REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('synonym', 'store');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON search_synonym REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('synonym', 'store');

-- A login and everything it was renewed to: ended as one.
create table session_family (
  id bigint not null identity,
  -- Exactly one of the two: an account, or one order for whoever knows its number and address.
  account_id bigint,
  order_id bigint,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  -- Browser and operating system of a login, as `domain/accounts/device-name.ts` names them.
  device text,
  -- When the customer last proved in this session that it is them, by password or passkey: at the login and when they
  -- are asked again before a change of how they sign in. Null: never, as after a login by a mailed link.
  proved_at timestamp with time zone,
  -- A session changes the account's cart only after it has taken it over: a sync that is sent between login and merge
  -- would otherwise replace the account's cart by that of the device.
  cart_merged_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CHECK ((account_id IS NULL) <> (order_id IS NULL))
);
CREATE INDEX session_family_account_id_idx ON session_family USING btree (account_id) WHERE (ended_at IS NULL);

-- Access and refresh token as they were given out together. Renewing spends the pair.
create table session_pair (
  id bigint not null identity,
  family_id bigint not null,
  access_hash bytea not null,
  refresh_hash bytea not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (access_hash),
  UNIQUE (refresh_hash),
  FOREIGN KEY (family_id) REFERENCES session_family(id) ON DELETE CASCADE
);
CREATE INDEX session_pair_expires_at_idx ON session_pair USING btree (expires_at);
CREATE INDEX session_pair_family_id_idx ON session_pair USING btree (family_id);

create table set_part (
  set_id integer not null,
  product_id integer not null,
  quantity integer not null,
  PRIMARY KEY (set_id, product_id),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE RESTRICT,
  FOREIGN KEY (set_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (quantity >= 1)
);
CREATE INDEX set_part_product_id_idx ON set_part USING btree (product_id);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON set_part REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'set_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON set_part REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'set_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON set_part REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'set_id');

create table shipment (
  id bigint not null identity,
  order_id bigint not null,
  -- 1, 2, … within its order.
  number integer not null,
  -- Null where nothing is carried: gift cards are sent by e-mail.
  carrier text,
  -- Null where the delivery method has no tracking, such as a letter.
  tracking_number text,
  tracking_url text,
  -- What the payment provider collects for it: its lines less gift cards, VAT included.
  amount_minor minor_units not null,
  -- Whether it is the order's last one.
  is_last boolean not null,
  actor_kind text not null,
  actor_id text,
  shipped_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (order_id, number),
  UNIQUE (order_id, tracking_number),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (char_length(tracking_number) >= 1 AND char_length(tracking_number) <= 100),
  CHECK (number >= 1)
);
CREATE INDEX shipment_by_tracking ON shipment USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX shipment_tracking_number_idx ON shipment USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE TRIGGER shipment_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON shipment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shipment_is_published AFTER INSERT ON shipment FOR EACH ROW EXECUTE FUNCTION publish_of_order('order.shipped', 'jsonb_build_object(''order'', o.number, ''shipment'', r.number, ''carrier'', r.carrier, ''isLast'', r.is_last)');

-- What is known of a shipment's delivery; the shipment itself never changes.
create table shipment_delivery (
  shipment_id bigint not null,
  -- When its carrier was last asked.
  checked_at timestamp with time zone not null,
  -- Null: on its way.
  delivered_at timestamp with time zone,
  -- `estimate`: by the days of the delivery method, where no carrier can be asked.
  source text,
  PRIMARY KEY (shipment_id),
  FOREIGN KEY (shipment_id) REFERENCES shipment(id),
  CHECK ((delivered_at IS NULL) = (source IS NULL)),
  CHECK (source = ANY (ARRAY['carrier'::text, 'estimate'::text]))
);
CREATE INDEX shipment_delivery_checked_at_idx ON shipment_delivery USING btree (checked_at) WHERE (delivered_at IS NULL);

create table shipment_line (
  shipment_id bigint not null,
  -- Line of the order's snapshot.
  uuid text not null,
  quantity integer not null,
  PRIMARY KEY (shipment_id, uuid),
  FOREIGN KEY (shipment_id) REFERENCES shipment(id),
  CHECK (quantity >= 1)
);
CREATE TRIGGER shipment_line_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON shipment_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shipments_stay_within_order AFTER INSERT ON shipment_line FOR EACH ROW EXECUTE FUNCTION keep_shipments_within_order();
CREATE TRIGGER shipped_units_leave_stock AFTER INSERT ON shipment_line REFERENCING NEW TABLE AS sent FOR EACH STATEMENT EXECUTE FUNCTION take_shipped_units();

create table staff (
  id bigint not null identity,
  email text not null,
  name text not null,
  -- Language of mails and screens, as in `locales/`.
  language text not null default 'en'::text,
  -- The user handle of its passkeys: random, because authenticators may show it to anybody (WebAuthn, 14.6.1).
  passkey_user uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null,
  -- Null: may sign in.
  deactivated_at timestamp with time zone,
  -- Failed sign-ins since the last one that succeeded.
  failed_sign_ins integer not null default 0,
  -- Too many failed sign-ins: only `anode staff unlock` or an owner releases it.
  locked_at timestamp with time zone,
  -- The secret of an authenticator app (RFC 6238), encrypted; null: none.
  totp_secret text,
  -- Null: the app has not proved yet that it has the secret.
  totp_confirmed_at timestamp with time zone,
  -- The newest time step whose code was accepted: no code is accepted twice.
  totp_step bigint,
  PRIMARY KEY (id),
  UNIQUE (email),
  UNIQUE (passkey_user),
  CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 254),
  CHECK (failed_sign_ins >= 0),
  CHECK (language ~ '^[a-z]{2}$'::text),
  CHECK (length(name) >= 1 AND length(name) <= 100)
);

-- Challenges that were handed out and not answered yet. Each is deleted by the first answer.
create table staff_challenge (
  challenge_hash bytea not null,
  -- The person who adds a passkey; null: somebody who signs in or steps up.
  staff_id bigint,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_challenge_expires_at_idx ON staff_challenge USING btree (expires_at);

-- Work that a person started in the back office and a background job does, row by row.
create table staff_job (
  id bigint not null identity,
  -- As in domain/staff-jobs/staff-job.ts: `price-change`.
  kind text not null,
  staff_id bigint not null,
  -- On whose behalf the rows are changed, as the audit records it.
  actor jsonb not null,
  -- What was asked for: the view, the percentage.
  terms jsonb not null,
  reason text,
  -- The stores of its rows.
  stores text[] not null,
  -- The job that this one takes back; a job is taken back once.
  undo_of bigint,
  state text not null default 'waiting'::text,
  -- Runs that began; after too many the job has failed.
  tries integer not null default 0,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  created_at timestamp with time zone not null,
  -- When its last rows were done.
  progressed_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  -- When the person saw that it had finished.
  seen_at timestamp with time zone,
  -- How many problems the file of a job has: only the first 1,000 are kept (domain/staff-jobs/staff-job-repository.server.ts).
  problems integer not null default 0,
  -- How many redirects a job has made; of one that rolls an import back: removed.
  redirects integer not null default 0,
  -- What an import has noted or repaired, by kind: how often, with the first examples, as `FeedNote` of
  -- domain/catalogue/feed-upload.ts. Refused rows alone are listed one by one (staff_job_problem).
  notes jsonb not null default '[]'::jsonb,
  -- Objects that an import has made new, as its check calls them; included in `changed`. Null: not known, or no import.
  created integer,
  PRIMARY KEY (id),
  UNIQUE (undo_of),
  FOREIGN KEY (staff_id) REFERENCES staff(id),
  FOREIGN KEY (undo_of) REFERENCES staff_job(id),
  CHECK (kind ~ '^[a-z-]{1,40}$'::text),
  CHECK (problems >= 0),
  CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])),
  CHECK (total >= 0)
);
CREATE INDEX staff_job_finished_at_idx ON staff_job USING btree (finished_at) WHERE (problems > 0);
CREATE INDEX staff_job_progressed_at_idx ON staff_job USING btree (progressed_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX staff_job_staff_id_id_idx ON staff_job USING btree (staff_id, id);
CREATE TRIGGER import_is_published AFTER UPDATE OF state ON staff_job FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['feed-import'::text, 'cost-import'::text, 'import-rollback'::text])) AND new.state <> old.state AND (new.state = ANY (ARRAY['done'::text, 'failed'::text]))) EXECUTE FUNCTION publish_import();

-- The file of a job that waits or runs, in parts, so that any node can run it. Removed when the job finishes.
create table staff_job_file (
  job_id bigint not null,
  part integer not null,
  content bytea not null,
  PRIMARY KEY (job_id, part),
  FOREIGN KEY (job_id) REFERENCES staff_job(id) ON DELETE CASCADE
);

-- Rows of an imported file that were refused, or imported after a repair.
create table staff_job_problem (
  job_id bigint not null,
  -- 1 is the first row after the header.
  row_number integer not null,
  sku text,
  -- The field of the file; empty: the row as a whole.
  field text not null,
  -- The offending value, shortened.
  value text,
  outcome text not null,
  code text not null,
  -- In English, as the reports of the CLI.
  message text,
  -- What a problem of an import says beside its code, as a code with values: it is worded in the language of the person.
  detail jsonb,
  -- The name of the row's product as the file states it, shortened; null: the file states none, or holds something else.
  title text,
  PRIMARY KEY (job_id, row_number, field, code),
  FOREIGN KEY (job_id) REFERENCES staff_job(id) ON DELETE CASCADE,
  CHECK (outcome = ANY (ARRAY['refused'::text, 'repaired'::text, 'noted'::text]))
);

create table staff_job_row (
  job_id bigint not null,
  position integer not null,
  -- A product's sku.
  object_id text not null,
  store text,
  -- The values that the row must have for the change to be made, and those it gets.
  before jsonb,
  after jsonb,
  -- Null: not done yet.
  outcome text,
  -- Code of the refusal.
  refusal text,
  PRIMARY KEY (job_id, "position"),
  FOREIGN KEY (job_id) REFERENCES staff_job(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (outcome = ANY (ARRAY['changed'::text, 'unchanged'::text, 'refused'::text]))
);
CREATE INDEX staff_job_row_job_id_position_idx ON staff_job_row USING btree (job_id, "position") WHERE (outcome IS NULL);

-- One-time links: an invitation, or the mailed half of a sign-in without a passkey.
create table staff_link (
  token_hash bytea not null,
  staff_id bigint not null,
  kind text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  CHECK (kind = ANY (ARRAY['invitation'::text, 'sign-in'::text]))
);
CREATE INDEX staff_link_expires_at_idx ON staff_link USING btree (expires_at);
CREATE INDEX staff_link_staff_id_idx ON staff_link USING btree (staff_id);

-- Orders that staff prepare for a customer: who did, and how they are to be paid. The order itself is the checkout's.
create table staff_order (
  id bigint not null identity,
  -- Given by the screen: a repeated request prepares nothing again.
  key uuid not null,
  checkout_id text not null,
  staff_id bigint not null,
  -- `invoice`: placed at once; `link`: the customer pays the checkout by a mailed link.
  payment text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (checkout_id),
  UNIQUE (key),
  FOREIGN KEY (checkout_id) REFERENCES checkout(id) ON DELETE CASCADE,
  FOREIGN KEY (staff_id) REFERENCES staff(id),
  CHECK (payment = ANY (ARRAY['invoice'::text, 'link'::text]))
);

create table staff_passkey (
  -- base64url, as the authenticator made it.
  credential_id text not null,
  staff_id bigint not null,
  public_key bytea not null,
  -- Signature counter; 0 where the authenticator has none.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether it is synchronised to other devices of its owner.
  backed_up boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (credential_id),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  CHECK (length(name) >= 1 AND length(name) <= 60)
);
CREATE INDEX staff_passkey_staff_id_idx ON staff_passkey USING btree (staff_id);

create table staff_recovery_code (
  staff_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (staff_id, code_hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

-- A role of a person in one store. The names are in domain/staff/permissions.ts.
create table staff_role (
  staff_id bigint not null,
  role text not null,
  store text not null,
  PRIMARY KEY (staff_id, role, store),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  FOREIGN KEY (store) REFERENCES store(code),
  CHECK (role ~ '^[a-z]+$'::text)
);

create table staff_session (
  id bigint not null identity,
  staff_id bigint not null,
  -- Replaced at every step-up.
  token_hash bytea not null,
  -- The sign-in; a session ends a fixed time after it.
  created_at timestamp with time zone not null,
  -- The last request, to the minute; an idle session ends.
  used_at timestamp with time zone not null,
  -- When a passkey or an authenticator app was last used in it; null: signed in with a recovery code.
  stepped_up_at timestamp with time zone,
  ended_at timestamp with time zone,
  -- Browser and operating system, as `deviceName` names them.
  device text,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_session_staff_id_idx ON staff_session USING btree (staff_id);

-- What each store may sell, by pool (STOCK-04). A reservation takes from exactly one pool with a conditional
-- update; the checks are the last defence against overselling.
create table stock (
  product_id integer not null,
  store store_code not null,
  available integer not null default 0,
  incoming integer not null default 0,
  incoming_at timestamp with time zone,
  presale integer not null default 0,
  release_at timestamp with time zone,
  discontinued boolean not null default false,
  threshold integer,
  PRIMARY KEY (product_id, store),
  FOREIGN KEY (product_id, store) REFERENCES store_product(product_id, store) ON DELETE CASCADE,
  CHECK (available >= 0),
  CHECK (incoming >= 0),
  CHECK (presale >= 0),
  CHECK (threshold >= 0)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON stock REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON stock REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON stock REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_stock_change();
CREATE TRIGGER stock_date_move_recorded AFTER UPDATE ON stock FOR EACH ROW WHEN (new.incoming_at IS DISTINCT FROM old.incoming_at OR new.release_at IS DISTINCT FROM old.release_at) EXECUTE FUNCTION record_stock_date_move();
CREATE TRIGGER stock_recorded_on_insert AFTER INSERT ON stock REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_stock_insert();
CREATE TRIGGER stock_recorded_on_update AFTER UPDATE ON stock REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_stock_update();
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON stock FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('stock', 'r.product_id', 'available incoming presale discontinued');

create table stock_change (
  id bigint not null identity,
  -- No foreign key: the history outlives the catalogue.
  product_id integer not null,
  store store_code not null,
  pool text not null,
  delta integer not null,
  -- Units in the pool afterwards.
  units integer not null,
  -- 'opening' and 'import' set a figure that was counted; everything else moves goods: 'sale', 'release', 'delivery'
  -- (relative figures of an import), 'return', 'correction' …, and 'direct' for a statement that gave no reason.
  reason text not null,
  -- Order id, identity of a relative import, or a person's words.
  reference text,
  -- Since when the figure holds. Taken while the stock row is locked, so that it rises in the order of the changes; an
  -- import that carries its time of counting dates its rows back.
  effective_at timestamp with time zone not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  recorded_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK (pool = ANY (ARRAY['available'::text, 'incoming'::text, 'presale'::text]))
);
CREATE INDEX stock_change_product_id_store_effective_at_idx ON stock_change USING btree (product_id, store, effective_at);
CREATE TRIGGER stock_is_published AFTER INSERT ON stock_change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_stock();

-- A delivery of goods that is expected on another day than before. Rows are written by a trigger on `stock`.
create table stock_date_move (
  id bigint not null identity,
  product_id integer not null,
  store store_code not null,
  pool text not null,
  expected_at timestamp with time zone not null,
  moved_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (id),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (pool = ANY (ARRAY['incoming'::text, 'presale'::text]))
);
CREATE INDEX stock_date_move_moved_at_idx ON stock_date_move USING btree (moved_at);
CREATE INDEX stock_date_move_product_id_store_pool_id_idx ON stock_date_move USING btree (product_id, store, pool, id);

-- Who wants to know when a product can be bought again (CARD-11).
create table stock_notification (
  product_id integer not null,
  store store_code not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (product_id, store, email),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE
);

create table stock_reservation (
  order_id bigint not null,
  product_id integer not null,
  store store_code not null,
  pool text not null,
  quantity integer not null,
  status text not null default 'reserved'::text,
  consumed integer not null default 0,
  released integer not null default 0,
  PRIMARY KEY (order_id, product_id, pool),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (consumed >= 0 AND released >= 0 AND (consumed + released) <= quantity),
  CHECK (pool = ANY (ARRAY['available'::text, 'incoming'::text, 'presale'::text])),
  CHECK (quantity >= 1),
  CHECK (status = ANY (ARRAY['reserved'::text, 'released'::text, 'consumed'::text]))
);
CREATE INDEX stock_reservation_product_id_store_idx ON stock_reservation USING btree (product_id, store) WHERE (status = 'reserved'::text);

create table store (
  code store_code not null,
  -- Letters before the running number of an order; the number is of the sequence order_number_{code}.
  order_number_prefix text not null,
  -- Of its prices, for events; written when the stores are registered.
  currency text,
  PRIMARY KEY (code),
  UNIQUE (order_number_prefix),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (order_number_prefix ~ '^[A-Z]{1,3}$'::text)
);

-- A product in one store; a product without a row there is not sold there.
create table store_product (
  product_id integer not null,
  store store_code not null,
  name text not null,
  slug text not null,
  prefix text,
  description text not null default ''::text,
  decoration text,
  vat_rate_basis_points integer not null,
  cross_selling_price_minor minor_units,
  -- What the page of a product says in its head, for search engines and where a link is shared. Null: the name, and the
  -- beginning of the description.
  seo_title text,
  seo_description text,
  PRIMARY KEY (product_id, store),
  UNIQUE (store, slug),
  FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  CHECK (vat_rate_basis_points >= 0 AND vat_rate_basis_points <= 10000)
);
CREATE INDEX store_product_by_name ON store_product USING gin (lower(name) gin_trgm_ops);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON store_product REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON store_product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON store_product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('product', 'product_id');
CREATE TRIGGER gone_product_kept BEFORE DELETE ON store_product FOR EACH ROW EXECUTE FUNCTION keep_gone_product('product_id');

-- What the merchant sets for a store. What is absent has the values of the store's file in domain/stores/.
create table store_setting (
  store store_code not null,
  -- As in domain/stores/store-settings.ts.
  section text not null,
  value jsonb not null,
  -- Counts the changes: a change of an older version is refused.
  version integer not null,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (store, section),
  CHECK (jsonb_typeof(value) = 'object'::text),
  CHECK (section ~ '^[a-z]+$'::text),
  CHECK (version >= 1)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON store_setting REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''settings:'' || store');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON store_setting REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''settings:'' || store');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON store_setting REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''settings:'' || store');
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON store_setting FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('settings', 'r.section', 'value');
CREATE TRIGGER withheld_products_logged AFTER INSERT OR DELETE OR UPDATE ON store_setting FOR EACH ROW EXECUTE FUNCTION log_withheld_products();

-- Rows of lists of the back office that are declared with what a row holds, and have no table of their own
-- (domain/stored-lists, decision 176).
create table stored_row (
  id bigint not null identity,
  -- The name of the list.
  list text not null,
  -- Input of its form -> value.
  content jsonb not null,
  PRIMARY KEY (id),
  CHECK (jsonb_typeof(content) = 'object'::text)
);
CREATE INDEX stored_row_list_idx ON stored_row USING btree (list);

create table subscription (
  id bigint not null identity,
  -- The number of its first order and a running number, such as S100001-A1.
  number text not null,
  account_id bigint not null,
  store store_code not null,
  -- The order that started it.
  order_id bigint not null,
  line_uuid text not null,
  product_id integer not null,
  sku text not null,
  name text not null,
  -- Name of the interval, such as "3 months".
  interval_name text not null,
  quantity integer not null,
  -- The prices promised at sign-up: [{quantity, unitMinor}], VAT included. A renewal never costs more.
  promised_prices jsonb not null,
  -- Written only by move_subscription().
  status text not null default 'active'::text,
  status_reason text,
  status_changed_at timestamp with time zone not null,
  -- The next renewal: its number and the day on which it is ordered.
  period integer not null default 1,
  next_due_on date not null,
  -- The day of the month on which it started; a shorter month renews on its last day.
  due_day integer not null,
  customer jsonb not null,
  address jsonb not null,
  shipping_method text not null,
  service_point text,
  -- Null: the first order needed no payment, and the customer has not chosen a method.
  payment_provider text,
  payment_method_id bigint,
  started_at timestamp with time zone not null,
  recipient jsonb,
  ends_on date,
  PRIMARY KEY (id),
  UNIQUE (number),
  UNIQUE (order_id, line_uuid),
  FOREIGN KEY (account_id) REFERENCES account(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (payment_method_id) REFERENCES saved_payment_method(id),
  FOREIGN KEY (product_id) REFERENCES product(id),
  CHECK (due_day >= 1 AND due_day <= 31),
  CHECK (period >= 1),
  CHECK (quantity >= 1 AND quantity <= 5000),
  CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'cancelled'::text]))
);
CREATE INDEX subscription_due ON subscription USING btree (next_due_on) WHERE (status = 'active'::text);
CREATE INDEX subscription_end ON subscription USING btree (ends_on) WHERE ((ends_on IS NOT NULL) AND (status <> 'cancelled'::text));
CREATE INDEX subscription_of_account ON subscription USING btree (account_id);
CREATE TRIGGER subscription_is_published_on_insert AFTER INSERT ON subscription FOR EACH ROW EXECUTE FUNCTION publish_subscription();
CREATE TRIGGER subscription_is_published_on_update AFTER UPDATE OF status ON subscription FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION publish_subscription();
CREATE TRIGGER undeclared_change_is_audited AFTER INSERT OR DELETE OR UPDATE ON subscription FOR EACH ROW WHEN (COALESCE(current_setting('anode.actor'::text, true), ''::text) = ''::text) EXECUTE FUNCTION audit_undeclared('subscription', 'r.number', 'status quantity interval_name next_due_on payment_provider promised_prices');

-- Mails about a subscription: one of each kind for each renewal, or for the subscription itself (renewal null).
create table subscription_mail (
  id bigint not null identity,
  subscription_id bigint not null,
  renewal_id bigint,
  kind text not null,
  -- What the mail says: codes, amounts and dates.
  data jsonb not null default '{}'::jsonb,
  queued_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  message_id text,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (subscription_id, renewal_id, kind),
  FOREIGN KEY (renewal_id) REFERENCES subscription_renewal(id),
  FOREIGN KEY (subscription_id) REFERENCES subscription(id)
);

-- One per subscription and period, whatever the number of nodes: the renewal's order, its payment and its mails belong
-- to it.
create table subscription_renewal (
  id bigint not null identity,
  subscription_id bigint not null,
  period integer not null,
  due_on date not null,
  status text not null default 'announced'::text,
  -- The checkout from which its order is written.
  checkout_id text,
  order_id bigint,
  -- Failed charges so far.
  failures integer not null default 0,
  -- Why it has not succeeded yet: a code.
  problem text,
  next_try_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (subscription_id, period),
  FOREIGN KEY (checkout_id) REFERENCES checkout(id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (subscription_id) REFERENCES subscription(id),
  CHECK (period >= 1),
  CHECK (status = ANY (ARRAY['announced'::text, 'ordering'::text, 'payment_failed'::text, 'out_of_stock'::text, 'done'::text, 'skipped'::text]))
);
CREATE INDEX subscription_renewal_due ON subscription_renewal USING btree (next_try_at) WHERE (status = ANY (ARRAY['announced'::text, 'ordering'::text, 'payment_failed'::text, 'out_of_stock'::text]));

create table tag (
  id integer not null identity,
  code text not null,
  PRIMARY KEY (id),
  UNIQUE (code)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON tag REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('tag', 'id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('tag', 'id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('tag', 'id');

create table tag_text (
  tag_id integer not null,
  store store_code not null,
  name text not null,
  slug text not null,
  PRIMARY KEY (tag_id, store),
  UNIQUE (store, slug),
  FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON tag_text REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('tag', 'tag_id');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON tag_text REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('tag', 'tag_id');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON tag_text REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('tag', 'tag_id');
CREATE TRIGGER former_slug_kept AFTER UPDATE ON tag_text REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_former_tag_slug();

-- Keyed digests by which the unpaid orders of a buyer are counted: they keep stock. Those of a network are written when it
-- opens the payment, the others with the order.
create table unpaid_order_key (
  attempt_id bigint not null,
  kind text not null,
  -- HMAC with a key of the shop's secret.
  digest bytea not null,
  PRIMARY KEY (attempt_id, kind),
  FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id) ON DELETE CASCADE,
  CHECK (kind = ANY (ARRAY['account'::text, 'email'::text, 'network'::text])),
  CHECK (octet_length(digest) = 32)
);
CREATE INDEX unpaid_order_key_kind_digest_idx ON unpaid_order_key USING btree (kind, digest);

-- What a register said about the VAT number of an order's business buyer; `none`: there is no number to check.
create table vat_number_check (
  order_id bigint not null,
  status text not null,
  -- ISO 3166-1 alpha-2 and the number without it.
  country_code text,
  number text,
  register text,
  -- The register's proof that it was asked.
  consultation_number text,
  checked_at timestamp with time zone not null,
  attempts integer not null default 1,
  -- Null: the answer is final.
  next_attempt_at timestamp with time zone,
  PRIMARY KEY (order_id),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK ((status = 'none'::text) = (number IS NULL)),
  CHECK (attempts > 0),
  CHECK (register = ANY (ARRAY['vies'::text, 'brreg'::text])),
  CHECK (status = ANY (ARRAY['valid'::text, 'invalid'::text, 'unavailable'::text, 'none'::text]))
);
CREATE INDEX vat_number_check_next_attempt_at_idx ON vat_number_check USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

-- How fast pages are for shoppers who allow statistics (web vitals): how many visits of a day fell into which
-- range of values. No row belongs to a visitor.
create table web_vital (
  day date not null,
  store store_code not null,
  page text not null,
  metric text not null,
  -- Range of the value (domain/vitals/histogram.ts).
  bucket smallint not null,
  visits bigint not null,
  PRIMARY KEY (day, store, page, metric, bucket),
  CHECK (bucket >= 0 AND bucket <= 200),
  CHECK (metric = ANY (ARRAY['LCP'::text, 'INP'::text, 'CLS'::text, 'TTFB'::text])),
  CHECK (page ~ '^[a-z-]{1,20}$'::text),
  CHECK (visits > 0)
);

-- Addresses outside that are told of events (modules/webhooks/).
create table webhook (
  id bigint not null identity,
  url text not null,
  description text not null default ''::text,
  events text[] not null,
  -- Empty: events of all stores.
  stores text[] not null default '{}'::text[],
  is_active boolean not null default true,
  -- What the messages are signed with; the former one signs as well until its time.
  secret_encrypted text not null,
  former_secret_encrypted text,
  former_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK ((former_secret_encrypted IS NULL) = (former_secret_until IS NULL)),
  CHECK (cardinality(events) > 0),
  CHECK (length(description) <= 200),
  CHECK (length(url) >= 1 AND length(url) <= 2000)
);

create table widget (
  store store_code not null,
  slug text not null,
  content text not null,
  hidden boolean not null default false,
  PRIMARY KEY (store, slug)
);
CREATE TRIGGER change_logged_on_delete AFTER DELETE ON widget REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''widget:'' || store || '':'' || slug');
CREATE TRIGGER change_logged_on_insert AFTER INSERT ON widget REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''widget:'' || store || '':'' || slug');
CREATE TRIGGER change_logged_on_update AFTER UPDATE ON widget REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_change('content', '''widget:'' || store || '':'' || slug');

-- Declarations of withdrawal (Directive 2011/83/EU, Art. 11a): kept as the buyer made them, whether or not an order
-- is found for them.
create table withdrawal (
  id bigint not null identity,
  -- The browser's: a declaration sent again because no answer came is one.
  key uuid not null,
  store store_code not null,
  -- As the buyer wrote it.
  order_number text not null,
  -- The order of that number with that e-mail; null where the shop must look for it.
  order_id bigint,
  name text not null,
  email text not null,
  -- Which goods, in the buyer's words; empty: the whole order.
  goods text not null default ''::text,
  declared_at timestamp with time zone not null,
  -- When the receipt left.
  receipt_sent_at timestamp with time zone,
  done_at timestamp with time zone,
  items jsonb not null default '[]'::jsonb,
  period_ends_on date,
  refund_due_on date not null,
  goods_back_at timestamp with time zone,
  rejection text,
  rejection_mail_sent_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (key),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CHECK (char_length(email) <= 254),
  CHECK (char_length(goods) <= 1000),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (char_length(order_number) >= 1 AND char_length(order_number) <= 60),
  CHECK (char_length(rejection) >= 1 AND char_length(rejection) <= 500),
  CHECK (jsonb_typeof(items) = 'array'::text),
  CHECK (rejection IS NULL OR done_at IS NOT NULL)
);
CREATE INDEX withdrawal_by_due ON withdrawal USING btree (refund_due_on, id);
CREATE INDEX withdrawal_due ON withdrawal USING btree (refund_due_on) WHERE (done_at IS NULL);
CREATE INDEX withdrawal_of_order ON withdrawal USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX withdrawal_open ON withdrawal USING btree (declared_at) WHERE (done_at IS NULL);
CREATE TRIGGER withdrawal_is_published_on_insert AFTER INSERT ON withdrawal FOR EACH ROW EXECUTE FUNCTION publish_withdrawal();
CREATE TRIGGER withdrawal_is_published_on_update AFTER UPDATE OF done_at ON withdrawal FOR EACH ROW WHEN (old.done_at IS NULL AND new.done_at IS NOT NULL) EXECUTE FUNCTION publish_withdrawal();
