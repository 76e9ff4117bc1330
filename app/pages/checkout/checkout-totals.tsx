/**
 * The totals of a checkout: products, deductions and delivery in the shopper's VAT view, which add up; then the total to
 * pay and its VAT per rate, which are always shown (VAT-10), and what the prices of the lines have saved.
 */
import { formatMoney, sumMinor, toMinor } from '../../../domain/money/money.ts'
import { reasonsExVat } from '../../../domain/pricing/net-amounts.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { includedSavings } from '../../features/products/included-savings.ts'
import { IncludedSavingsRows } from '../../features/products/included-savings-rows.tsx'
import { useShownMoney } from '../../state/use-shown-money.ts'
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
  const { vat, money } = useShownMoney()
  const lines = [...usePricedLines(view).values()]
  const savings = includedSavings(vat ? lines : lines.map((line) => ({ reasons: reasonsExVat(line) })))
  const gross = (major: number) => formatMoney(toMinor(major), store)
  const inView = (withVat: number, exVat: number) => money(toMinor(vat ? withVat : exVat))
  const goodsMinor = sumMinor([
    toMinor(vat ? view.sum : view.sum_ex_vat),
    ...view.discounts.map((each) => toMinor(vat ? each.amount : each.amount_ex_vat)),
  ])
  const byCard = view.gift_cards.length > 0
  const total = vat
    ? (['confirmation.total', 'checkout.total'] as const)
    : (['confirmation.total_with_vat', 'checkout.total_with_vat'] as const)
  const vatRows = view.vat_rates
    .filter((rate) => rate.vat_amount !== 0)
    .map((rate) => (
      <div key={rate.vat} className={vat ? styles.hint : undefined} data-vat-rate={rate.vat}>
        <dt>{t(vat ? 'checkout.vat_at' : 'checkout.vat_added', { rate: rate.vat })}</dt>
        <dd>{formatMoney(toMinor(rate.vat_amount), store, { vat: false })}</dd>
      </div>
    ))
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t(vat ? 'checkout.items_sum' : 'checkout.items_sum_ex_vat')}</dt>
        <dd data-goods-sum>{money(goodsMinor)}</dd>
      </div>
      {view.discounts.map((discount) => (
        <div key={discount.code} className={styles.deduction}>
          <dt>{discount.label}</dt>
          <dd>−{inView(discount.amount, discount.amount_ex_vat)}</dd>
        </div>
      ))}
      {view.needs_delivery && (
        <div>
          <dt>{t(vat ? 'checkout.shipping' : 'checkout.shipping_ex_vat')}</dt>
          <dd>
            {!chosen
              ? t('checkout.choose_shipping')
              : view.shipping === 0
                ? t('checkout.free')
                : inView(view.shipping, view.shipping_ex_vat)}
          </dd>
        </div>
      )}
      {!vat && vatRows}
      <div className={byCard ? undefined : styles.total}>
        <dt>{t(total[byCard ? 0 : 1])}</dt>
        <dd data-checkout-total>{gross(view.total)}</dd>
      </div>
      {/* The VAT is that of the total, also where gift cards pay for a part of it. */}
      {vat && vatRows}
      {view.gift_cards.map((card) => (
        <div key={card.id} className={styles.deduction}>
          <dt>{t('checkout.gift_card_paid', { hint: card.hint })}</dt>
          <dd>−{gross(card.amount)}</dd>
        </div>
      ))}
      {byCard && (
        <div className={styles.total}>
          <dt>{t('checkout.left_to_pay')}</dt>
          <dd data-amount-due>{gross(view.amount_due)}</dd>
        </div>
      )}
      <IncludedSavingsRows savings={savings} money={money} className={styles.hint} />
    </dl>
  )
}
