/** "4 different articles: the cheapest at half price". */
import type { CouponKind, CouponKindLine } from 'anode/module'

const fields = {
  /** Different articles that make a set. */
  mix_offer_articles: 'number',
  /** Percentage off the cheapest one; nothing filled in: it is free. */
  mix_offer_percentage: 'optionalNumber',
} as const

const mixOffer: CouponKind<typeof fields> = {
  name: 'mix-offer',
  fields,
  grantField: 'mix_offer_articles',
  choosesGoods: true,
  step: 'unitRewards',
  problems: ({ mix_offer_articles: articles, mix_offer_percentage: percentage }) => [
    ...(Number.isSafeInteger(articles) && articles! >= 2
      ? []
      : [{ field: 'mix_offer_articles', code: 'bad_quantity' } as const]),
    ...(percentage === null || (percentage > 0 && percentage <= 100)
      ? []
      : [{ field: 'mix_offer_percentage', code: 'bad_percentage' } as const]),
  ],
  apply({ mix_offer_articles: articles, mix_offer_percentage: percentage }, lines) {
    const places = lines
      .map((line, place) => ({ line, place }))
      .filter(({ line }) => line.isReduced)
      .sort((a, b) => a.line.unitMinor - b.line.unitMinor || (a.line.sku < b.line.sku ? -1 : 1))
    let left = setsIn(
      places.map(({ line }) => line),
      articles ?? 0,
    )
    const rewarded = places.map(({ line, place }) => {
      const units = Math.min(left, line.freeUnits)
      left -= units
      return { line: place, units }
    })
    return { rewarded, percent: percentage ?? 100 }
  },
  missing({ mix_offer_articles: articles }, lines) {
    const different = new Set(lines.filter((line) => line.isReduced).map(({ sku }) => sku)).size
    if (different === 0) return { what: 'goods' }
    return different < (articles ?? 0) ? { what: 'units', units: articles! - different } : null
  },
}

/** The most sets of so many different articles that the units make. */
function setsIn(lines: readonly CouponKindLine[], articles: number): number {
  const units = new Map<string, number>()
  for (const { sku, freeUnits } of lines) units.set(sku, (units.get(sku) ?? 0) + freeUnits)
  const counts = [...units.values()]
  const isEnough = (sets: number) =>
    counts.reduce((sum, count) => sum + Math.min(count, sets), 0) >= sets * articles
  let sets = 0
  while (articles >= 2 && sets < Math.max(0, ...counts) && isEnough(sets + 1)) sets += 1
  return sets
}

export const couponKinds = [mixOffer]
