/** What the customer bought at a former shop: to see, and to buy again what this shop still has. */
import type { FormerOrderEntry } from '../../../contract/former-orders.ts'
import { formatMoney, multiplyMinor, toMinor, type Minor } from '../../../domain/money/money.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'
import { BuyAgainButton } from '../order/buy-again-button.tsx'
import styles from './former-orders.module.css'

export type ListedFormerOrder = FormerOrderEntry & { store: StoreCode }

export function FormerOrders({ orders }: { orders: readonly ListedFormerOrder[] }) {
  const t = useStrings()
  return (
    <section className={styles.part} aria-labelledby="former-orders">
      <h3 id="former-orders">{t('account.former_orders')}</h3>
      <p className={styles.soft}>{t('account.former_orders_text')}</p>
      <ul className={styles.orders}>
        {orders.map((order, at) => (
          <li key={`${order.store} ${order.id}`}>
            <FormerOrder order={order} isOpen={at === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FormerOrder({ order, isOpen }: { order: ListedFormerOrder; isOpen: boolean }) {
  const t = useStrings()
  const { code, iso, timeZone } = useStore()
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  const money = (amount: Minor) => formatMoney(amount, stores[order.store])
  // Another store's goods cannot be bought here.
  const goods =
    order.store !== code
      ? []
      : order.lines.flatMap(({ product, name, quantity }) =>
          product ? [{ sku: product.sku, name, quantity }] : [],
        )
  return (
    <details className={styles.order} open={isOpen}>
      <summary>
        <span className={styles.number}>
          <span className="visually-hidden">{t('account.order_number')} </span>
          {order.id}
        </span>
        <time dateTime={order.placed_at}>{day.format(new Date(order.placed_at))}</time>
        <span className={styles.soft}>{order.status && t(`former_status.${order.status}`)}</span>
        <span className={styles.total}>{money(toMinor(order.total))}</span>
        <Icon name="chevron-down" size={20} />
      </summary>
      <div className={styles.contents}>
        <ul className={styles.lines}>
          {order.lines.map(({ name, quantity, unit_price: price, product }, at) => (
            // An order may have a line twice, and never changes.
            <li key={at}>
              <span>
                {quantity}
                {'\u00A0×\u00A0'}
                {product ? <a href={links.product(order.store, product.slug)}>{name}</a> : name}
              </span>
              {price !== null && (
                <span className={styles.total}>{money(multiplyMinor(toMinor(price), quantity))}</span>
              )}
            </li>
          ))}
        </ul>
        <FormerAmounts order={order} money={money} />
        <BuyAgainButton lines={goods} />
      </div>
    </details>
  )
}

/** What the former shop's file says of the amounts; what is unknown is not shown. */
function FormerAmounts({ order, money }: { order: ListedFormerOrder; money: (amount: Minor) => string }) {
  const t = useStrings()
  const discountName =
    order.discount_code === null
      ? t('former_order.discount')
      : `${t('former_order.discount')} (${order.discount_code})`
  const amounts = [
    // Before the goods, which are what is left of the lines after it.
    [discountName, order.discount === null || order.discount === 0 ? null : -order.discount],
    [t('former_order.subtotal'), order.subtotal],
    [t('former_order.shipping'), order.shipping],
    [t('former_order.total'), order.total],
    [t('former_order.tax'), order.tax],
    [t('former_order.refunded'), order.refunded === 0 ? null : order.refunded],
  ] as const
  return (
    <dl className={styles.amounts}>
      {amounts.map(
        ([name, amount]) =>
          amount !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={styles.total}>{money(toMinor(amount))}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
