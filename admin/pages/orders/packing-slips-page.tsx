/** The packing slips of the orders of a view, each on a page of its own and in the language of its store. */
import { useEffect } from 'react'
import { Link, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { paths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import { PackingSlip } from './packing-slip.tsx'
import { loadPicking } from './picking-loader.ts'
import { InStoreLanguage, textsOfStores } from './store-language.tsx'
import styles from './order.module.css'

export async function loader(given: LoaderFunctionArgs) {
  const { orders } = await loadPicking(given)
  return { orders, texts: await textsOfStores(orders.map(({ store }) => store)) }
}

export function Component() {
  const { t } = useTexts()
  const { orders, texts } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  useEffect(() => {
    document.title = t('picking.slips')
  }, [t])
  return (
    <div className={styles.slip}>
      <nav className={styles.slipActions} aria-label={t('picking.slips')}>
        <Link to={paths.pickingList(search.slice(1))}>{t('picking.title')}</Link>
        <Button size="small" onClick={() => print()}>
          {t('order.print')}
        </Button>
      </nav>
      {orders.length === 0 && <p>{t('table.nothing_matches')}</p>}
      {orders.map((order) => (
        <InStoreLanguage key={order.number} store={order.store} texts={texts} className={styles.sheet}>
          <PackingSlip
            order={{
              ...order,
              lines: order.lines.map((line) => ({ ...line, quantity: line.units })),
            }}
          />
        </InStoreLanguage>
      ))}
    </div>
  )
}
