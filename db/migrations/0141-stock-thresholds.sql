-- Units below which the back office lists a product as short in a store. Null: the usual threshold, which is in
-- domain/stock/stock-threshold.ts.

alter table stock add column threshold integer check (threshold >= 0);
