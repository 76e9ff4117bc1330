-- What the page of a product says in its head, for search engines and where a link is shared. Null: the name, and the
-- beginning of the description.
alter table store_product add column seo_title text, add column seo_description text;
