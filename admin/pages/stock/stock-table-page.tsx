/** The declared list of stock, with links to the open orders of a product. */
import { Link, type LoaderFunctionArgs } from 'react-router'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/store-choice.ts'
import { Status } from '../../shell/status.tsx'
import { useTexts } from '../../texts.tsx'
import { loadList, ResourceList } from '../resources/resource-list.tsx'
import { useResource } from '../resources/use-resource.ts'

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadList('stock', given)

/** What the cells need of a row. */
interface StockRow {
  sku: string
  store: string
  available: number
  threshold: number
  openOrders: number
  discontinued: boolean
}

export function Component() {
  const { t, number } = useTexts()
  return (
    <ResourceList<StockRow>
      resource={useResource('stock')}
      cells={{
        available: ({ available, threshold }) =>
          available < threshold ? <Status tone="warning" text={number(available)} /> : number(available),
        openOrders: ({ sku, store, openOrders }) =>
          openOrders === 0 ? (
            number(0)
          ) : (
            <Link to={paths.openOrdersOf(sku, store)}>{number(openOrders)}</Link>
          ),
        discontinued: ({ discontinued }) => discontinued && t('table.yes'),
      }}
    />
  )
}
