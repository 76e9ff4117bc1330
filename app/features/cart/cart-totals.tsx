/**
 * The cart's totals, the distance to the minimum order and to free delivery, and the link to checkout. Only the codes,
 * the sum and the link stay in view while the cart is scrolled: on a small phone the rest would cover the lines.
 */
import { minimumOrder, minimumOrderSumMinor } from '../../../domain/cart/minimum-order.ts'
import { formatMoney, type Minor, subtractMinor } from '../../../domain/money/money.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import type { PricedCart } from '../../../domain/pricing/priced-cart.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useVatIncluded } from '../../state/use-vat.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { reasonsExVat } from '../../../domain/pricing/priced-line.ts'
import { includedSavings } from '../products/included-savings.ts'
import { IncludedSavingsRows } from '../products/included-savings-rows.tsx'
import { CodesInForce } from './cart-codes.tsx'
import { CartGoal, useCartDelivery } from './cart-goal.tsx'
import styles from './cart-panel.module.css'

/** `priced` is null while the lines carry another store's prices. */
export function CartTotals({ priced }: { priced: PricedCart | null }) {
  const t = useStrings()
  const store = useStore()
  const vat = useVatIncluded()
  const money = (amount: Minor) => formatMoney(amount, store, { vat })
  const minimum = priced && minimumOrder(minimumOrderSumMinor(priced), store.minimumOrderMinor)
  const { fromMinor: shippingMinor } = useCartDelivery(priced)
  return (
    <>
      {priced && minimum && <CartGoal minimum={minimum} priced={priced} />}
      {priced && (
        <dl className={styles.sums}>
          <IncludedSavingsRows
            savings={includedSavings(
              vat ? priced.lines : priced.lines.map((line) => ({ reasons: reasonsExVat(line) })),
            )}
            money={money}
            className={styles.vat}
          />
          {priced.deductions.map((deduction) => (
            <div key={deduction.code} className={styles.deduction}>
              <dt>{deduction.label}</dt>
              <dd>
                −
                {money(
                  vat ? deduction.amountMinor : subtractMinor(deduction.amountMinor, deduction.vatMinor),
                )}
              </dd>
            </div>
          ))}
          {shippingMinor !== null && (
            <div className={styles.vat}>
              <dt>
                <a href={links.page(store.code, servicePages.shipping)}>
                  {t(shippingMinor === 0 ? 'checkout.shipping' : 'cart.shipping_from')}
                </a>
              </dt>
              <dd>{shippingMinor === 0 ? t('cart.shipping_free') : formatMoney(shippingMinor, store)}</dd>
            </div>
          )}
        </dl>
      )}
      <div className={styles.totals}>
        <CodesInForce />
        {priced && (
          <dl className={styles.sums}>
            <div className={styles.sum}>
              <dt>{t(vat ? 'cart.sum' : 'cart.sum_ex_vat')}</dt>
              <dd data-cart-sum>{money(vat ? priced.sumMinor : priced.sumExVatMinor)}</dd>
            </div>
            {priced.vatMinor !== 0 && (
              <div className={styles.vat}>
                <dt>{t(vat ? 'cart.vat_in' : 'cart.sum_with_vat')}</dt>
                <dd>
                  {vat
                    ? formatMoney(priced.vatMinor, store, { vat: false })
                    : formatMoney(priced.sumMinor, store)}
                </dd>
              </div>
            )}
          </dl>
        )}
        {minimum?.reached ? (
          <ButtonLink look="main" size="large" wide href={links.checkout(store.code)} data-document>
            {t('cart.to_checkout')}
          </ButtonLink>
        ) : (
          <Button look="main" size="large" wide disabled>
            {t('cart.to_checkout')}
          </Button>
        )}
      </div>
    </>
  )
}
