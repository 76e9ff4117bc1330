/** Stock, campaigns and ratings of the demo, derived from the sku alone; dates are relative to `now`. */
import type {
  PriceTierRecord,
  ProductRecord,
  StoreProductRecord,
} from '../domain/catalogue/catalogue-record.ts'
import { reduced } from './demo-prices.ts'
import type { CampaignKind, ProductPlan, StockState } from './product-plan.ts'
import { chance } from './words.ts'
import type { DemoStore } from './demo-stores.ts'

const dayMs = 86_400_000

/** The instant some days from now, as an ISO timestamp on the full hour. */
export function daysFrom(now: Date, days: number): string {
  const hourMs = 3_600_000
  return new Date(Math.round((now.getTime() + days * dayMs) / hourMs) * hourMs).toISOString()
}

/** The calendar day some days from now. */
function dateFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
}

/** The stock state of a plan: its own, or one derived from the sku (about 80 % on the shelf). */
export function stockState(plan: ProductPlan): StockState {
  if (plan.stock) return plan.stock
  const draw = chance(plan.sku, 'stock')
  if (draw < 0.8) return 'in_stock'
  if (draw < 0.88) return 'few_left'
  if (draw < 0.93) return 'back_order'
  if (draw < 0.95) return 'presale'
  return draw < 0.985 ? 'out_of_stock' : 'discontinued'
}

/** Units on the shelf and in delivery for that state. */
export function stockOf(plan: ProductPlan, now: Date): StoreProductRecord['stock'] {
  const between = (question: string, low: number, high: number) =>
    low + Math.floor(chance(plan.sku, question) * (high - low + 1))
  switch (stockState(plan)) {
    case 'in_stock':
      return { available: between('shelf', plan.sek > 1000 ? 6 : 18, plan.sek > 1000 ? 40 : 900) }
    case 'few_left':
      return { available: between('shelf', 1, 5) }
    case 'back_order':
      return {
        available: 0,
        incoming: between('incoming', 20, 200),
        incomingAt: dateFrom(now, between('days', 3, 24)),
      }
    case 'presale':
      return {
        available: 0,
        presaleCap: between('cap', 25, 150),
        releaseAt: dateFrom(now, between('days', 9, 45)),
      }
    case 'out_of_stock':
      return { available: 0 }
    case 'discontinued':
      return { available: 0, discontinued: true }
  }
}

/** The campaign of a plan, if it has one: about one product in eight. */
export function campaignKind(plan: ProductPlan): CampaignKind | null {
  if (plan.campaign) return plan.campaign === 'none' ? null : plan.campaign
  const draw = chance(plan.sku, 'campaign')
  if (draw < 0.055) return 'running'
  if (draw < 0.075) return 'ending'
  if (draw < 0.105) return 'open'
  return draw < 0.125 ? 'coming' : null
}

/** Whether that campaign lowers the price at `now`. */
export function isRunning(kind: CampaignKind | null): boolean {
  return kind !== null && kind !== 'coming'
}

/** The campaign's window and tiers; `o` is the ordinary price of the same tier. */
export function campaignOf(plan: ProductPlan, tiers: PriceTierRecord[], store: DemoStore, now: Date) {
  const kind = campaignKind(plan)
  if (!kind) return undefined
  const share = [0.1, 0.15, 0.2, 0.25, 0.3][Math.floor(chance(plan.sku, 'share') * 5)] ?? 0.2
  const lowered = tiers
    .map(({ q, p }) => ({ q, p: reduced(p, share, store), o: p }))
    .filter((tier) => tier.p < tier.o)
  const falling = lowered.filter((tier, index) => index === 0 || tier.p < (lowered[index - 1]?.p ?? 0))
  if (falling[0]?.q !== 1) return undefined
  const windows: Record<CampaignKind, [start: number, end: number | null]> = {
    running: [-6, 5 + Math.floor(chance(plan.sku, 'end') * 16)],
    ending: [-9, 0.5 + Math.round(chance(plan.sku, 'end') * 30) / 24],
    open: [-3, null],
    coming: [4, 14],
  }
  const [start, end] = windows[kind]
  return {
    startsAt: daysFrom(now, start),
    ...(end === null ? {} : { endsAt: daysFrom(now, end) }),
    tiers: falling,
  }
}

/** Ratings for about seven products in ten, 3.2 to 5.0 stars. */
export function scoreOf(sku: string): ProductRecord['score'] {
  if (chance(sku, 'rated') > 0.72) return undefined
  const count = 1 + Math.floor(chance(sku, 'count') ** 3 * 640)
  // Whole stars were given: one rating has no decimals, two have halves.
  const stars = Math.round((5 - 1.8 * chance(sku, 'stars') ** 1.8) * count)
  return { average: Math.round((stars / count) * 10) / 10, count }
}
