-- Names of products by any part of a word, for the search of the back office: "batteri" is in "Bilbatteri". pg_trgm comes
-- with PostgreSQL, and the owner of the database may create it.
create extension if not exists pg_trgm;

create index store_product_by_name on store_product using gin (lower(name) gin_trgm_ops);
