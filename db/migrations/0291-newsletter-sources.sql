-- How the consent of a newsletter's subscriber is proved: `confirmed`, by the link in a mail of this shop; `imported`, by
-- the file of a former shop, whose date is then that of the consent, or of the import where the file has none.
alter table newsletter_subscriber
  add column source text not null default 'confirmed' check (source in ('confirmed', 'imported'));
