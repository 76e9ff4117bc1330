-- The part of a refund that its provider had not collected: units that had not left are refunded by never collecting them.
alter table refund
  add column uncollected_minor minor_units not null default 0,
  drop constraint refund_parts_check,
  add constraint refund_parts_check check (
    amount_minor = to_provider_minor + to_gift_cards_minor + exchanged_minor + to_origin_minor + uncollected_minor
    and vat_minor <= amount_minor);
