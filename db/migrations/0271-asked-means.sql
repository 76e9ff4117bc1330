-- What the shopper chose to pay with, where our page asks and the provider serves several: each choice opens a payment of
-- its own. Null: all that the provider offers.
alter table payment_attempt add asked_means text;
