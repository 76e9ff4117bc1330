-- Erasing a customer left who receives the goods of a subscription.
update subscription set recipient = null where customer = '{}' and recipient is not null;
