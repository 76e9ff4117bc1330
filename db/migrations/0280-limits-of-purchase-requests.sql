-- The limit above which a purchase needed an approval when it was requested: the person's limit may change before
-- somebody decides. Null of requests from before.
alter table purchase_request add column approval_above_minor minor_units;
