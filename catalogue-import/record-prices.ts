/**
 * Rounds the prices of a record of the interchange format to the digits of each store's currency
 * (domain/catalogue/list-price.ts), and names those that it has rounded. Pure.
 */
import { roundedText, roundListPrice, roundPrices, roundsToNothing } from '../domain/catalogue/list-price.ts'
import type { ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { ProductPrices } from '../domain/catalogue/product-prices.ts'
import { toMajor, toMinor, type Minor } from '../domain/money/money.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import type { RowProblem } from './row-report.ts'

export type RoundedRecord =
  | { ok: true; record: ProductRecord; rounded: RowProblem[] }
  /** A price would be nothing, or a campaign would not be lower any more. */
  | { ok: false; problem: RowProblem }

/** The record with list prices in the stores of the import; other sections stay as they are. */
export function roundRecord(record: ProductRecord, only: readonly StoreCode[]): RoundedRecord {
  const rounded: RowProblem[] = []
  const sections: ProductRecord['stores'] = { ...record.stores }
  for (const code of only) {
    const section = record.stores[code]
    if (section === undefined) continue
    const answer = roundSection(section, code)
    if (!answer.ok) return answer
    rounded.push(...answer.rounded)
    sections[code] = answer.section
  }
  return { ok: true, record: rounded.length === 0 ? record : { ...record, stores: sections }, rounded }
}

type RoundedSection =
  | { ok: true; section: StoreProductRecord; rounded: RowProblem[] }
  | { ok: false; problem: RowProblem }

function roundSection(section: StoreProductRecord, code: StoreCode): RoundedSection {
  const store = stores[code]
  const { campaign, crossSellingPrice } = section
  const problemOf = (
    field: 'prices' | 'campaign' | 'crossSellingPrice',
    problem: RowProblem['code'],
    amounts: readonly { formerMinor: Minor; roundedMinor: Minor }[],
  ): RowProblem => ({
    code: problem,
    column: `stores.${code}.${field}`,
    detail: {
      code: 'rounded',
      values: { prices: amounts.map((each) => roundedText(each, store)).join(', ') },
    },
  })
  const answer = roundPrices(pricesOf(section), store)
  const normal = answer.rounded.filter(({ kind }) => kind === 'normal')
  const reduced = answer.rounded.filter(({ kind }) => kind === 'campaign')
  if (!answer.ok && answer.code === 'rounds_to_nothing') {
    const isNormal = normal.some(({ roundedMinor: after }) => after === 0)
    return {
      ok: false,
      problem: problemOf(isNormal ? 'prices' : 'campaign', answer.code, isNormal ? normal : reduced),
    }
  }
  // What a campaign strikes through may be another price than the normal one.
  const round = (price: number) => roundListPrice(toMinor(price), store)
  const isStruck = ({ p, o }: { p: number; o: number }) => o <= p || round(o) > round(p)
  if (!answer.ok || !(campaign?.tiers ?? []).every(isStruck))
    return { ok: false, problem: problemOf('campaign', 'sale_price_not_lower', answer.rounded) }
  const cross = typeof crossSellingPrice === 'number' ? toMinor(crossSellingPrice) : null
  const crossRounded =
    cross === null ? null : { formerMinor: cross, roundedMinor: roundListPrice(cross, store) }
  const crossChanges =
    crossRounded && crossRounded.formerMinor !== crossRounded.roundedMinor ? [crossRounded] : []
  if (cross !== null && roundsToNothing(cross, store))
    return { ok: false, problem: problemOf('crossSellingPrice', 'rounds_to_nothing', crossChanges) }
  const fields = [
    ['prices', normal],
    ['campaign', reduced],
    ['crossSellingPrice', crossChanges],
  ] as const
  const rounded = fields.flatMap(([field, amounts]) =>
    amounts.length === 0 ? [] : [problemOf(field, 'rounded_price', amounts)],
  )
  const { prices } = answer
  return {
    ok: true,
    rounded,
    section: {
      ...section,
      prices: prices.normal.map(({ minQuantity, priceMinor }) => ({
        q: minQuantity,
        p: toMajor(priceMinor),
      })),
      ...(campaign && {
        campaign: {
          ...campaign,
          tiers: campaign.tiers
            .filter(({ q }) => prices.campaign!.tiers.some(({ minQuantity }) => minQuantity === q))
            .map(({ q, p, o }) => ({ q, p: toMajor(round(p)), o: toMajor(round(o)) })),
        },
      }),
      ...(crossRounded && { crossSellingPrice: toMajor(crossRounded.roundedMinor) }),
    },
  }
}

function pricesOf({ prices, campaign }: StoreProductRecord): ProductPrices {
  const tiers = (each: readonly { q: number; p: number }[]) =>
    each.map(({ q, p }) => ({ minQuantity: q, priceMinor: toMinor(p) }))
  return {
    normal: tiers(prices),
    campaign: campaign
      ? { tiers: tiers(campaign.tiers), startsAt: campaign.startsAt ?? null, endsAt: campaign.endsAt ?? null }
      : null,
  }
}
