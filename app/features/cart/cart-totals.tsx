/** The cart's totals, the distance to the minimum order and to free delivery, and the link to checkout. */
import { minimumOrder } from '../../../domain/cart/minimum-order.ts'
import { minimumOrderSumMinor } from '../../../domain/cart/minimum-order.ts'
import { formatMoney, type Minor, subtractMinor } from '../../../domain/money/money.ts'
import type { PricedCart } from '../../../domain/pricing/priced-cart.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useVatIncluded } from '../../state/use-vat.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CodesInForce } from './cart-codes.tsx'
import { CartGoal } from './cart-goal.tsx'
import styles from './cart-panel.module.css'

/** `priced` is null while the lines carry another store's prices. */
export function CartTotals({ priced }: { priced: PricedCart | null }) {
  const t = useStrings()
  const store = useStore()
  const vat = useVatIncluded()
  const money = (amount: Minor) => formatMoney(amount, store, { vat })
  const minimum = priced && minimumOrder(minimumOrderSumMinor(priced), store.minimumOrderMinor)
  return (
    <div className={styles.totals}>
      <CodesInForce />
      {priced && minimum && <CartGoal minimum={minimum} priced={priced} />}
      {priced && (
        <dl className={styles.sums}>
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
  )
}
