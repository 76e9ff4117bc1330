/** The totals of a checkout: products, deductions, delivery, total, and its VAT per rate (VAT-10). */
import { formatMoney, toMinor, type Minor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { includedSavings } from '../../features/products/included-savings.ts'
import { IncludedSavingsRows } from '../../features/products/included-savings-rows.tsx'
import { usePricedLines } from './use-priced-lines.ts'
import styles from './checkout.module.css'

interface CheckoutTotalsProps {
  view: CheckoutView
  /** Whether a delivery method is chosen. */
  chosen: boolean
}

export function CheckoutTotals({ view, chosen }: CheckoutTotalsProps) {
  const t = useStrings()
  const store = useStore()
  const savings = includedSavings([...usePricedLines(view).values()])
  const money = (major: number) => formatMoney(toMinor(major), store)
  const byCard = view.gift_cards.length > 0
  const shipping = view.shipping === 0 ? t('checkout.free') : money(view.shipping)
  return (
    <dl className={styles.sums}>
      <IncludedSavingsRows
        savings={savings}
        money={(amount: Minor) => formatMoney(amount, store)}
        className={styles.hint}
      />
      {view.discounts.map((discount) => (
        <div key={discount.code} className={styles.deduction}>
          <dt>{discount.label}</dt>
          <dd>−{money(discount.amount)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('checkout.items_sum')}</dt>
        <dd>{money(view.sum)}</dd>
      </div>
      {view.needs_delivery && (
        <div>
          <dt>{t('checkout.shipping')}</dt>
          <dd>{chosen ? shipping : t('checkout.choose_shipping')}</dd>
        </div>
      )}
      <div className={byCard ? undefined : styles.total}>
        <dt>{t(byCard ? 'confirmation.total' : 'checkout.total')}</dt>
        <dd data-checkout-total>{money(view.total)}</dd>
      </div>
      {view.gift_cards.map((card) => (
        <div key={card.id} className={styles.deduction}>
          <dt>{t('checkout.gift_card_paid', { hint: card.hint })}</dt>
          <dd>−{money(card.amount)}</dd>
        </div>
      ))}
      {byCard && (
        <div className={styles.total}>
          <dt>{t('checkout.left_to_pay')}</dt>
          <dd data-amount-due>{money(view.amount_due)}</dd>
        </div>
      )}
      {view.vat_rates
        .filter((rate) => rate.vat_amount !== 0)
        .map((rate) => (
          <div key={rate.vat} className={styles.hint}>
            <dt>{t('checkout.vat_at', { rate: rate.vat })}</dt>
            <dd>{formatMoney(toMinor(rate.vat_amount), store, { vat: false })}</dd>
          </div>
        ))}
    </dl>
  )
}
