/** The packing slip of an order, in the language of its store: what is left to ship, otherwise all that was ordered. */
import { useEffect } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'
import { PackingSlip, type SlipOrder } from './packing-slip.tsx'
import { InStoreLanguage, textsOfStores } from './store-language.tsx'
import styles from './order.module.css'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const order = await readApi<OrderPageData>(apiPaths.order(params['number'] ?? ''), request.signal)
  return { order, texts: await textsOfStores([order.store]) }
}

export function Component() {
  const { t } = useTexts()
  const { order, texts } = useLoaderData<typeof loader>()
  useEffect(() => {
    document.title = `${t('order.packing_slip')} ${order.number}`
  }, [t, order.number])
  return (
    <div className={styles.slip}>
      <nav className={styles.slipActions} aria-label={t('order.packing_slip')}>
        <Link to={paths.order(order.number)}>{t('order.back_to', { number: order.number })}</Link>
        <Button size="small" onClick={() => print()}>
          {t('order.print')}
        </Button>
      </nav>
      <InStoreLanguage store={order.store} texts={texts}>
        <PackingSlip order={slipOf(order)} />
      </InStoreLanguage>
    </div>
  )
}

/** What is left to ship, otherwise what was shipped, otherwise all that was ordered. */
function slipOf(order: OrderPageData): SlipOrder {
  const goods = order.lines.filter(({ kind }) => kind === 'goods')
  const shown =
    (['open', 'shipped'] as const).find((name) => goods.some((line) => line[name] > 0)) ?? 'quantity'
  const lines = goods.flatMap(({ uuid, sku, name, parts, ...line }) =>
    line[shown] > 0 ? [{ uuid, sku, name, quantity: line[shown], parts }] : [],
  )
  const { method, servicePoint } = order.delivery
  return { ...order, method, servicePoint, lines }
}
