/** The newest order with what its buyer most often wants of it: track it, buy it again, return something. */
import { useEffect, useState } from 'react'
import type { OrderView } from '../../../contract/orders.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { callAccount } from '../../state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { BuyAgainButton } from '../order/buy-again-button.tsx'
import type { ListedOrder } from './order-list.tsx'
import styles from './order-list.module.css'

export function LastOrder({ order }: { order: ListedOrder }) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const { id, store } = order
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone }).format(new Date(order.placed_at))
  return (
    <section className={styles.last} aria-label={t('account.last_order')}>
      <h3>{t('account.last_order')}</h3>
      <p>
        {t('order.placed', { day })} · {t(`order_status.${order.status}`)} ·{' '}
        {formatMoney(toMinor(order.total), stores[store])}
      </p>
      <p className={styles.actions}>
        <ButtonLink look="main" href={orderLinks.trackOrder(store, id)}>
          {t('order.track')}
        </ButtonLink>
        <BuyOrderAgain order={order} />
        <ButtonLink href={links.account(store, `orders/return/${id}`)}>{t('order.return')}</ButtonLink>
      </p>
    </section>
  )
}

/** Appears once the order's goods are known; an order of another store cannot be bought here. */
function BuyOrderAgain({ order: { id, store: orderStore } }: { order: { id: string; store: StoreCode } }) {
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
  return <BuyAgainButton lines={lines.filter(({ slug }) => slug !== '')} />
}
