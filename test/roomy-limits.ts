/** Limits for tests and benchmarks that place many orders as one buyer: only a single invoice is limited. */
import type { Minor } from '../domain/money/money.ts'
import type { LimitsOfStores } from '../domain/checkout/order-limits.ts'
import { mailKinds } from '../domain/mail/mail-kind.ts'
import { limitedMailKinds, type MailLimits } from '../domain/mail/mail-limits.ts'
import type { BuyerLimits } from '../domain/stores/store.ts'
import { storeCodes, storePolicies } from '../domain/stores/stores.ts'

/** Above every amount; only comparisons use it. */
const anyAmount = Infinity as Minor
const unbounded = { minor: anyAmount, orders: Infinity }

const roomy = ({ credit }: BuyerLimits): BuyerLimits => ({
  unitsPerLine: 5000,
  orderMinor: anyAmount,
  credit: { orderMinor: credit.orderMinor, approved: unbounded, held: unbounded },
})

export const roomyLimits = Object.fromEntries(
  storeCodes.map((code) => {
    const { guest, account, business, network } = storePolicies[code].orderLimits
    const limits = { guest: roomy(guest), account: roomy(account), business: roomy(business) }
    return [
      code,
      {
        ...limits,
        network: { ...unbounded, days: network.days },
        unpaid: { buyer: Infinity, network: Infinity },
        checkoutsPerMinute: Number.MAX_SAFE_INTEGER,
      },
    ]
  }),
) as LimitsOfStores

const manyMails = { mails: 1_000_000, windowMs: 3_600_000 }

export const roomyMailLimits: MailLimits = {
  daily: Object.fromEntries(mailKinds.map((kind) => [kind, manyMails.mails])) as MailLimits['daily'],
  perKind: Object.fromEntries(
    limitedMailKinds.map((kind) => [kind, { recipient: manyMails, network: manyMails }]),
  ) as MailLimits['perKind'],
  unproven: manyMails,
  network: manyMails,
}
