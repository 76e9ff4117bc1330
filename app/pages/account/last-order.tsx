/** The newest order with what its buyer most often wants of it: track it, buy it again, return something. */
import { useEffect, useState } from 'react'
import type { OrderView } from '../../../contract/orders.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { stores } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { callAccount } from '../../state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { BuyAgainButton } from '../order/buy-again-button.tsx'
import type { ListedOrder } from './order-list.tsx'
import { lastOrderParts } from './last-order-parts.ts'
import styles from './order-list.module.css'

export function LastOrder({ order }: { order: ListedOrder }) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const { id, store } = order
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone }).format(
    new Date(order.placed_at),
  )
  const lines = useOrderLines(order)
  return (
    <section className={styles.last} aria-label={t('account.last_order')}>
      <h3>{t('account.last_order')}</h3>
      <p>
        <a href={links.myOrder(store, id)}>
          <span className={styles.number}>{id}</span>
          {'\u00A0· '}
          {t(`order_status.${order.status}`)}
        </a>
      </p>
      {lines.length > 0 && (
        <p>{lines.map(({ name, quantity }) => `${quantity}\u00A0×\u00A0${name}`).join(', ')}</p>
      )}
      <p className={styles.status}>
        {t('order.placed', { day })}
        {'\u00A0· '}
        {formatMoney(toMinor(order.total), stores[store])}
      </p>
      <p className={styles.actions}>
        <ButtonLink look="main" href={orderLinks.trackOrder(store, id)}>
          {t('order.track')}
        </ButtonLink>
        <BuyAgainButton lines={lines.filter(({ slug }) => slug !== '')} />
        {lastOrderParts
          .flatMap(({ action }) => action(order) ?? [])
          .map(({ label, href }) => (
            <ButtonLink key={href} href={href}>
              {t(label)}
            </ButtonLink>
          ))}
      </p>
      {lastOrderParts
        .flatMap(({ note }) => note(order) ?? [])
        .map((note) => (
          <p key={note} className={styles.status}>
            {t(note)}
          </p>
        ))}
    </section>
  )
}

/** The order's goods; none until they are known, and none of another store's order, which cannot be bought here. */
function useOrderLines({ id, store: orderStore }: ListedOrder): OrderView['lines'] {
  const store = useStore()
  const [lines, setLines] = useState<OrderView['lines']>([])
  useEffect(() => {
    if (orderStore !== store.code) return
    let left = false
    void callAccount<OrderView>(store, `orders/${id}`).then((answer) => {
      if (!left && answer.ok) setLines(answer.data.lines)
    })
    return () => {
      left = true
    }
  }, [store, id, orderStore])
  return lines
}
