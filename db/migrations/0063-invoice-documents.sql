-- The complete content of invoices and credit notes, from which they are rendered, with the SHA-256 of its canonical
-- JSON. Null for those issued before.
alter table invoice add document jsonb, add document_hash text,
  add constraint invoice_document_has_hash check ((document is null) = (document_hash is null));
