/** Stock of each product in each store: what is there, what orders have reserved, and what is expected. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { stockRow } from '../../../contract/admin/stock.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'

type StockRow = z.infer<typeof stockRow>

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<StockRow>(apiPaths.stock, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<StockRow>>()
  return (
    <Page title={t('section.stock')}>
      <DataTable terms={useStockTerms()} page={page} views={<SavedViews name="stock" />} />
    </Page>
  )
}

function useStockTerms(): TableTerms<StockRow> {
  const { t, number, date } = useTexts()
  const { stores } = useSession()
  return {
    label: t('section.stock'),
    searchLabel: t('products.search'),
    defaultSort: 'sku',
    pathOf: ({ store, sku }) => paths.stockOf(store, sku),
    keyOf: ({ sku, store }) => `${sku} ${store}`,
    exportPath: apiPaths.stock,
    columns: [
      { name: 'sku', label: t('orders.sku'), sort: 'sku', cell: ({ sku }) => sku },
      { name: 'name', label: t('order.name'), sort: 'name', cell: ({ name }) => name },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'onHand',
        label: t('stock.on_hand'),
        isNumber: true,
        cell: (row) => number(row.onHand),
      },
      { name: 'reserved', label: t('stock.reserved'), isNumber: true, cell: (row) => number(row.reserved) },
      {
        name: 'available',
        label: t('products.available'),
        sort: 'available',
        isNumber: true,
        cell: ({ available, threshold }) =>
          available < threshold ? <Status tone="warning" text={number(available)} /> : number(available),
      },
      {
        name: 'incoming',
        label: t('products.incoming'),
        isNumber: true,
        cell: ({ incoming }) => number(incoming),
      },
      {
        name: 'incomingOn',
        label: t('stock.incoming_on'),
        sort: 'incoming_on',
        cell: (row) => row.incomingOn && date(row.incomingOn),
      },
      {
        name: 'threshold',
        label: t('stock.threshold'),
        isNumber: true,
        cell: ({ threshold }) => number(threshold),
      },
      {
        name: 'openOrders',
        label: t('stock.open_orders'),
        isNumber: true,
        cell: (row) =>
          row.openOrders === 0 ? (
            number(0)
          ) : (
            <Link to={paths.openOrdersOf(row.sku, row.store)}>{number(row.openOrders)}</Link>
          ),
      },
      {
        name: 'discontinued',
        label: t('products.discontinued'),
        isHidden: true,
        cell: ({ discontinued }) => discontinued && t('table.yes'),
      },
    ],
    filters: [
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: stores.map(({ code, name }) => ({ value: code, label: name })),
      },
      { name: 'below', label: t('stock.below'), kind: 'flag' },
      { name: 'short', label: t('products.short'), kind: 'flag' },
      { name: 'incoming', label: t('products.incoming'), kind: 'flag' },
      { name: 'discontinued', label: t('products.discontinued'), kind: 'flag' },
      { name: 'sku', label: t('orders.sku'), kind: 'text' },
    ],
  }
}
