/** The campaigns that products will have at a later moment, as far as they are planned today: for previews. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Minor } from '../money/money.ts'
import type { ProductId } from '../products/product-id.ts'
import { toSku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'
import { campaignAt } from './campaign-plan.ts'
import { previewReductions, readPricesOf } from './change-price.server.ts'
import { readPlansOf } from './plan-campaigns.server.ts'
import { unitMinor, type Campaign } from './product-prices.ts'

/** A planned campaign as if it were the product's. */
export interface ExpectedCampaign {
  campaign: Campaign
  /** The normal price of one unit today. */
  beforeMinor: Minor | null
  /** The 30-day lowest price as far as it is known today. */
  lowestMinor: Minor | null
}

/** Of those products that have another campaign at the moment (epoch milliseconds) than today. */
export async function expectedCampaigns(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  { store, productIds, at }: { store: StoreCode; productIds: readonly ProductId[]; at: number },
): Promise<ReadonlyMap<ProductId, ExpectedCampaign>> {
  const { rows } = await sql<{ productId: ProductId; sku: string }>`select distinct p.id as "productId", p.sku
    from planned_campaign c join product p on p.id = c.product_id
    where c.store = ${store} and c.product_id = any(${[...productIds]}::integer[])
      and c.starts_at <= ${new Date(at)}`.execute(db)
  if (rows.length === 0) return new Map()
  const prices = await readPricesOf(
    db,
    rows.map(({ sku }) => ({ sku: toSku(sku), store })),
  )
  const plans = await readPlansOf(
    db,
    rows.map(({ productId }) => ({ productId, store })),
  )
  const planned = rows.flatMap(({ productId }, index) => {
    const stored = prices[index]
    if (!stored) return []
    const present = stored.prices.campaign
    const campaign = campaignAt({ campaign: present, plans: plans[index]!, from: clock(), at })
    if (campaign === null || campaign === present) return []
    const beforeMinor = unitMinor(stored.prices.normal)
    const follows = [...plans[index]!, ...(present?.startsAt ? [present] : [])]
    return [{ productId, store, campaign, follows, beforeMinor }]
  })
  const reductions = await previewReductions({ db, clock }, planned)
  return new Map(
    planned.map(({ productId, campaign, beforeMinor }, index) => [
      productId,
      { campaign, beforeMinor, lowestMinor: reductions[index]?.lowestMinor ?? null },
    ]),
  )
}
