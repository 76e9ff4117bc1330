/**
 * The rule for every price that a merchant sets: list, tier, campaign, agreed and offered prices have the digits of the
 * store's currency, so that the price that is stored is the one that is shown, charged and sent to others. Pure; shares,
 * refunds and fixed amounts off are derived, and keep their öre.
 */
import { decimalText, formatMoney, roundMinor, type Minor } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import { struckMinor, type Campaign, type ProductPrices, type StoredTier } from './product-prices.ts'

type Digits = Pick<Store, 'currencyDigits'>

/** A price rounded to the currency's digits, half away from zero (DEF-05): 1290 is 1300 in SEK, 1290 in EUR. */
export function roundListPrice(priceMinor: Minor, { currencyDigits }: Digits): Minor {
  return roundMinor(priceMinor, currencyDigits)
}

/** Whether a price above nothing becomes nothing: it is refused, because the goods would be free. */
export function roundsToNothing(priceMinor: Minor, store: Digits): boolean {
  return priceMinor > 0 && roundListPrice(priceMinor, store) === 0
}

/** A price that was rounded. */
export interface RoundedPrice {
  kind: 'normal' | 'campaign'
  minQuantity: number
  formerMinor: Minor
  roundedMinor: Minor
}

/** As reports name it: "12.90 → 13 kr". */
export function roundedText(
  { formerMinor, roundedMinor }: Pick<RoundedPrice, 'formerMinor' | 'roundedMinor'>,
  store: Pick<Store, 'iso' | 'currency' | 'currencyDigits'>,
): string {
  // Plain spaces: reports are read in terminals and searched.
  const after = formatMoney(roundedMinor, store).replaceAll(/[\u00A0\u202F]/g, ' ')
  return `${decimalText(formerMinor)} → ${after}`
}

/** Tiers after rounding. A quantity whose price is no longer below that of a smaller one needs no tier of its own. */
export function roundTiers(tiers: readonly StoredTier[], store: Digits): StoredTier[] {
  const isExact = tiers.every(({ priceMinor }) => roundListPrice(priceMinor, store) === priceMinor)
  if (isExact) return [...tiers]
  const rounded = tiers
    .toSorted((one, other) => one.minQuantity - other.minQuantity)
    .map(({ minQuantity, priceMinor }) => ({
      minQuantity,
      priceMinor: roundListPrice(priceMinor, store),
      isExact: roundListPrice(priceMinor, store) === priceMinor,
    }))
  return rounded.flatMap(({ minQuantity, priceMinor, isExact: isGiven }, index) => {
    const isLower = index === 0 || priceMinor !== rounded[index - 1]!.priceMinor
    return isLower || isGiven ? [{ minQuantity, priceMinor }] : []
  })
}

/** Whether a campaign costs less than the normal price, at its smallest quantity. */
export function isLowerCampaign(normal: readonly StoredTier[], { tiers }: Pick<Campaign, 'tiers'>): boolean {
  const [first] = tiers.toSorted((one, other) => one.minQuantity - other.minQuantity)
  return first !== undefined && struckMinor(normal, first) !== null
}

export type RoundPricesAnswer =
  | { ok: true; prices: ProductPrices; rounded: RoundedPrice[] }
  /** A price would be nothing, or the campaign was lower than the normal price and is not any more. */
  | { ok: false; code: 'rounds_to_nothing' | 'campaign_not_lower'; rounded: RoundedPrice[] }

/** All prices of a product in a store after rounding, with those that were rounded. */
export function roundPrices(prices: ProductPrices, store: Digits): RoundPricesAnswer {
  const { normal, campaign } = prices
  const rounded = [
    ...roundedOf('normal', normal, store),
    ...roundedOf('campaign', campaign?.tiers ?? [], store),
  ]
  if (rounded.length === 0) return { ok: true, prices, rounded }
  if (rounded.some(({ roundedMinor }) => roundedMinor === 0))
    return { ok: false, code: 'rounds_to_nothing', rounded }
  const after: ProductPrices = {
    normal: roundTiers(normal, store),
    campaign: campaign && { ...campaign, tiers: roundTiers(campaign.tiers, store) },
  }
  const wasLower = campaign !== null && isLowerCampaign(normal, campaign)
  if (wasLower && !isLowerCampaign(after.normal, after.campaign!))
    return { ok: false, code: 'campaign_not_lower', rounded }
  return { ok: true, prices: after, rounded }
}

function roundedOf(kind: RoundedPrice['kind'], tiers: readonly StoredTier[], store: Digits): RoundedPrice[] {
  return tiers.flatMap(({ minQuantity, priceMinor }) => {
    const roundedMinor = roundListPrice(priceMinor, store)
    return roundedMinor === priceMinor ? [] : [{ kind, minQuantity, formerMinor: priceMinor, roundedMinor }]
  })
}
