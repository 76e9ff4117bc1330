/** Limits for tests and benchmarks that place many orders as one buyer: nothing is bounded but a single invoice. */
import { orderLimits, type BuyerLimits, type LimitsOfStores } from '../domain/stores/order-limits.ts'
import { storeCodes } from '../domain/stores/stores.ts'

const unbounded = { minor: Infinity, orders: Infinity }

const roomy = ({ credit }: BuyerLimits): BuyerLimits => ({
  unitsPerLine: 5000,
  orderMinor: Infinity,
  credit: { orderMinor: credit.orderMinor, approved: unbounded, held: unbounded },
})

export const roomyLimits = Object.fromEntries(
  storeCodes.map((code) => {
    const { guest, account, business, network } = orderLimits[code]
    const limits = { guest: roomy(guest), account: roomy(account), business: roomy(business) }
    return [code, { ...limits, network: { ...unbounded, days: network.days } }]
  }),
) as LimitsOfStores
