-- Campaigns that staff entered had no price before the reduction: it is the normal price of their quantity, where that is
-- higher.
update price_tier c set before_minor = usual.price_minor
from price_tier usual
where c.kind = 'campaign' and c.before_minor is null and usual.kind = 'normal'
  and usual.product_id = c.product_id and usual.store = c.store and usual.price_minor > c.price_minor
  and usual.min_quantity = (select max(n.min_quantity) from price_tier n where n.kind = 'normal'
    and n.product_id = c.product_id and n.store = c.store and n.min_quantity <= c.min_quantity);
