/** Reads stored cards; in a preview with the campaigns that are planned, in the place of those of today. */
import type { ExpectedCampaign } from '../../domain/catalogue/campaigns-at.server.ts'
import type { IndexState } from './index-state.server.ts'
import type { Offer, StoredCard } from './stored-card.server.ts'

export function readCard({ expected }: IndexState, productId: number, body: string): StoredCard {
  const card = JSON.parse(body) as StoredCard
  if (expected === undefined) return card
  // The offers of a parent are those of its variants, in their order, where the store has all of them.
  const owners = card.v ?? [productId]
  if (owners.length !== card.o.length) return card
  const offers = card.o.map((offer, index) => {
    const found = expected.get(owners[index]!)
    return found === undefined ? offer : withCampaign(offer, found)
  })
  return { ...card, o: offers }
}

function withCampaign(
  { l: _lowest, ...offer }: Offer,
  { campaign: { tiers, startsAt, endsAt }, beforeMinor, lowestMinor }: ExpectedCampaign,
): Offer {
  const at = (time: string | null) => (time === null ? null : Date.parse(time))
  const sorted = tiers.toSorted((one, other) => one.minQuantity - other.minQuantity)
  return {
    ...offer,
    c: sorted.map(({ minQuantity, priceMinor }) => [
      minQuantity,
      priceMinor,
      minQuantity === 1 ? beforeMinor : null,
      at(startsAt),
      at(endsAt),
    ]),
    ...(lowestMinor !== null && { l: lowestMinor }),
  }
}
