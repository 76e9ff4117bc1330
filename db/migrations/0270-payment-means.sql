-- What a payment was made with, as its provider names it: the kind, and the card or the lender. Null: not known, as of
-- payments from before it was stored.
alter table payment_attempt add means jsonb;
