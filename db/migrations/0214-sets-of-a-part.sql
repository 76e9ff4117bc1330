-- The sets that a product is a part of are read with every change of its stock.
create index on set_part (product_id);
