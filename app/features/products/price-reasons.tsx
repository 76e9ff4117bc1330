/** The reasons for a line's price, as small labels, the same in mini cart, checkout and order. */
import type { Minor } from '../../../domain/money/money.ts'
import { isPercentage } from '../../../domain/pricing/net-amounts.ts'
import { formatNumber } from '../../../domain/content/locale-formats.ts'
import { useStore, useStrings, type Translate } from '../../../ui/strings.tsx'
import styles from './price-reasons.module.css'

export interface ShownReason {
  kind: string
  code: string | null
  percent: number | null
  /** Deducted from the whole line. */
  amountMinor: Minor
}

interface StruckPriceProps {
  /** Of one unit, before all reductions; null: none. */
  beforeMinor: Minor | null
  reasons: readonly Pick<ShownReason, 'kind'>[]
  money: (amount: Minor) => string
  className: string | undefined
}

/**
 * The struck-through price of a line: with a campaign, the earlier price (Dir. 98/6/EC Art. 6a); with a tier, an agreed or
 * a personal price, the ordinary one. The price beside another product is no reduction of the product's own price, so
 * nothing is struck through: its reason says what it is.
 */
export function StruckPrice({ beforeMinor, reasons, money, className }: StruckPriceProps) {
  const t = useStrings()
  const has = (sought: string) => reasons.some(({ kind }) => kind === sought)
  if (beforeMinor === null || has('crossSell')) return null
  return (
    <s className={className}>
      <span className="visually-hidden">{t(has('campaign') ? 'price.before' : 'cart.price_without')} </span>
      {money(beforeMinor)}
    </s>
  )
}

interface PriceReasonsProps {
  reasons: readonly ShownReason[]
  money: (amount: Minor) => string
}

/**
 * The amount of a percentage leads from the units at the shown price to the line's total. Other reasons are named only: a
 * campaign, a tier or an agreed price is in the unit price already, and a share of a row below the lines is in that row.
 */
export function PriceReasons({ reasons, money }: PriceReasonsProps) {
  const t = useStrings()
  const { iso } = useStore()
  const shown = reasons.filter(({ kind }) => kind in words)
  if (shown.length === 0) return null
  return (
    <ul className={styles.reasons}>
      {shown.map((reason) => (
        <li key={`${reason.kind} ${reason.code}`} data-reason={reason.kind}>
          {reasonText(reason, t)}
          {reason.percent ? ` −${formatNumber(reason.percent, iso)}\u00A0%` : ''}
          {reason.amountMinor > 0 && isPercentage(reason) ? `: −${money(reason.amountMinor)}` : ''}
        </li>
      ))}
    </ul>
  )
}

const words = {
  tier: 'why.tier',
  campaign: 'why.campaign',
  crossSell: 'why.cross_sell',
  personalOffer: 'why.personal_offer',
  coupon: 'why.coupon',
  fixed: 'why.coupon',
  customer: 'why.customer',
  buyXGetY: 'why.offer',
  increment: 'why.offer',
  addedByCoupon: 'why.offer',
  giftCard: 'why.gift_card',
  deposit: 'why.deposit',
  subscription: 'why.subscription',
  agreement: 'why.agreement',
  purchaseRequest: 'why.purchase_request',
} as const

/** What a reason is called, without its amount. */
export const reasonText = ({ kind, code }: Pick<ShownReason, 'kind' | 'code'>, t: Translate) =>
  t(words[kind as keyof typeof words], { code: code ?? '' })
