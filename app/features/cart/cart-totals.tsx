/**
 * The cart's totals, the distance to the minimum order and to free delivery, and the link to checkout. Only the codes,
 * the sum, the delivery price and the link (`CartTotals`) stay in view while the cart is scrolled: on a small phone the
 * rest would cover the lines.
 */
import { minimumOrder, minimumOrderSumMinor } from '../../../domain/cart/minimum-order.ts'
import { formatMoney, subtractMinor } from '../../../domain/money/money.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { PricedCart } from '../../../domain/pricing/priced-cart.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useShownMoney } from '../../state/use-shown-money.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { reasonsExVat } from '../../../domain/pricing/net-amounts.ts'
import { includedSavings } from '../products/included-savings.ts'
import { IncludedSavingsRows } from '../products/included-savings-rows.tsx'
import { CodesInForce } from './cart-codes.tsx'
import { CartGoal, goalId, useCartDelivery } from './cart-goal.tsx'
import styles from './cart-panel.module.css'

interface TotalsProps {
  /** Null while the lines carry another store's prices. */
  priced: PricedCart | null
}

/** The progress towards the store's sums, and the deductions. */
export function CartSums({ priced }: TotalsProps) {
  const store = useStore()
  const { vat, money } = useShownMoney()
  if (priced === null) return null
  return (
    <>
      <CartGoal minimum={minimumOf(priced, store)} priced={priced} />
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
              −{money(vat ? deduction.amountMinor : subtractMinor(deduction.amountMinor, deduction.vatMinor))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The codes in force, the sum, the delivery price, and the link to checkout. */
export function CartTotals({ priced }: TotalsProps) {
  const t = useStrings()
  const store = useStore()
  const { vat, money, shown } = useShownMoney()
  const { deliveryVatBasisPoints } = useStoreDetails()
  const { fromMinor: shippingMinor } = useCartDelivery(priced)
  const shippingFrom = vat ? 'cart.shipping_from' : 'cart.shipping_from_ex_vat'
  return (
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
          {shippingMinor !== null && (
            <div className={styles.vat}>
              <dt>
                <a href={links.page(store.code, servicePages.shipping)}>
                  {t(shippingMinor === 0 ? 'checkout.shipping' : shippingFrom)}
                </a>
              </dt>
              <dd>
                {shippingMinor === 0
                  ? t('cart.shipping_free')
                  : money(shown(shippingMinor, deliveryVatBasisPoints))}
              </dd>
            </div>
          )}
        </dl>
      )}
      {priced && minimumOf(priced, store).reached ? (
        <ButtonLink look="main" size="large" wide href={links.checkout(store.code)} data-document>
          {t('cart.to_checkout')}
        </ButtonLink>
      ) : (
        // The keyboard reaches it, and with it the reason.
        <Button look="main" size="large" wide aria-disabled aria-describedby={goalId}>
          {t('cart.to_checkout')}
        </Button>
      )}
    </div>
  )
}

const minimumOf = (priced: PricedCart, { minimumOrderMinor }: Store) =>
  minimumOrder(minimumOrderSumMinor(priced), minimumOrderMinor)
