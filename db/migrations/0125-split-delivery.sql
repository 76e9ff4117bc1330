-- Whether the shopper wants the goods in stock at once and the awaited ones later (decision 92).
alter table checkout add column split_delivery boolean not null default false;
