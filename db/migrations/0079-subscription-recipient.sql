-- Who receives the goods of a subscription, where that is not its customer (checkout's separate delivery address).
alter table subscription add recipient jsonb;
