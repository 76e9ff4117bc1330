/** Prices of a product as the API of the back office reads and answers them. */
import type { z } from 'zod'
import type { storedPrices } from '../../contract/admin/products.ts'
import type { ProductPrices } from '../../domain/catalogue/product-prices.ts'
import { toMajor, toMinor } from '../../domain/money/money.ts'
import type { PlannedRow } from '../../domain/prices/price-changes.server.ts'

export type WirePrices = z.output<typeof storedPrices>

export function readWire({ normal, campaign }: WirePrices): ProductPrices {
  const tiers = (each: WirePrices['normal']) =>
    each.map(({ quantity, price }) => ({ minQuantity: quantity, priceMinor: toMinor(price) }))
  return {
    normal: tiers(normal),
    campaign: campaign && {
      tiers: tiers(campaign.tiers),
      startsAt: campaign.startsAt,
      endsAt: campaign.endsAt,
    },
  }
}

export const viewMargin = (margin: PlannedRow['margin']) =>
  margin && {
    percent: margin.basisPoints === null ? null : Math.round(margin.basisPoints / 10) / 10,
    isBelowCost: margin.isBelowCost,
  }

export function viewPrices({ normal, campaign }: ProductPrices): WirePrices {
  return { normal: viewTiers(normal), campaign: campaign && viewCampaign(campaign) }
}

const viewTiers = (tiers: ProductPrices['normal']) =>
  tiers.map(({ minQuantity, priceMinor }) => ({ quantity: minQuantity, price: toMajor(priceMinor) }))

export const viewCampaign = ({ tiers, startsAt, endsAt }: NonNullable<ProductPrices['campaign']>) => ({
  tiers: viewTiers(tiers),
  startsAt,
  endsAt,
})
