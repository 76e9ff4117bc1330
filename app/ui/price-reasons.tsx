/** Why a line costs what it costs, as small labels: mini cart, checkout and order tell the same story. */
import { useStrings, type Translate } from '../state/strings.tsx'
import styles from './price-reasons.module.css'

export interface ShownReason {
  kind: string
  code: string | null
  percent: number | null
  /** Taken off the whole line. */
  amountMinor: number
}

interface PriceReasonsProps {
  reasons: readonly ShownReason[]
  money: (minor: number) => string
}

export function PriceReasons({ reasons, money }: PriceReasonsProps) {
  const t = useStrings()
  const told = reasons.filter(({ kind }) => kind in words)
  if (told.length === 0) return null
  return (
    <ul className={styles.reasons}>
      {told.map((reason) => (
        <li key={`${reason.kind} ${reason.code}`}>
          {reasonText(reason, t)}
          {reason.percent ? ` ${reason.percent} %` : ''}
          {reason.amountMinor > 0 ? ` −${money(reason.amountMinor)}` : ''}
        </li>
      ))}
    </ul>
  )
}

const words = {
  tier: 'why.tier',
  campaign: 'why.campaign',
  crossSell: 'why.cross_sell',
  coupon: 'why.coupon',
  fixed: 'why.coupon',
  customer: 'why.customer',
  buyXGetY: 'why.offer',
  increment: 'why.offer',
  addedByCoupon: 'why.offer',
  giftCard: 'why.gift_card',
  deposit: 'why.deposit',
} as const

const reasonText = ({ kind, code }: ShownReason, t: Translate) =>
  t(words[kind as keyof typeof words], { code: code ?? '' })
