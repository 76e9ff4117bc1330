/** Products with price and stock in each store. */
import { lazy, Suspense, useState } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { productRow } from '../../../contract/admin/products.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { ActionButtons } from '../../shell/action-buttons.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeCurrency, storeName } from '../../store-name.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { BulkTarget } from '../../table/selection.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import { useProductFilters } from './product-filters.ts'
import type { PageHandle } from '../../shell/store-choice.ts'

// Loaded when prices are changed.
const BulkPrices = lazy(async () => ({ default: (await import('./bulk-prices.tsx')).BulkPrices }))

// Loaded when products are to be sold in another store.
const SellInStore = lazy(async () => ({ default: (await import('./sell-in-store.tsx')).SellInStore }))

type ProductRow = z.infer<typeof productRow>

interface ChosenBulk {
  Dialog: typeof BulkPrices | typeof SellInStore
  target: BulkTarget<ProductRow>
  /** Ends the selection. */
  done: () => void
}

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<ProductRow>(apiPaths.products, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<ProductRow>>()
  const session = useSession()
  const mayEdit = can(session, 'product:edit')
  const [bulk, setBulk] = useState<ChosenBulk | null>(null)
  const bulkActions = [
    ...(can(session, 'price:edit') ? [{ label: t('bulk.prices'), dialog: BulkPrices }] : []),
    ...(mayEdit && session.stores.length > 1 ? [{ label: t('assortment.title'), dialog: SellInStore }] : []),
  ].map(({ label, dialog }) => ({
    label,
    run: (target: BulkTarget<ProductRow>, done: () => void) => setBulk({ Dialog: dialog, target, done }),
  }))
  const terms = useProductTerms()
  return (
    <Page
      title={t('section.products')}
      actions={
        mayEdit && <ActionButtons actions={[{ id: 'new', label: t('product.new'), to: paths.newProduct }]} />
      }
    >
      <DataTable
        terms={bulkActions.length > 0 ? { ...terms, bulkActions } : terms}
        page={page}
        views={<SavedViews name="products" />}
      />
      {bulk && (
        <Suspense>
          <bulk.Dialog
            target={bulk.target}
            onClose={() => setBulk(null)}
            onStarted={() => {
              bulk.done()
              setBulk(null)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

function useProductTerms(): TableTerms<ProductRow> {
  const { t, money, number } = useTexts()
  const [view] = useSearchParams()
  const amount = (value: number | null, store: string) => value !== null && money(value, storeCurrency(store))
  return {
    label: t('section.products'),
    searchLabel: t('products.search'),
    emptyText: t('products.empty_text'),
    defaultSort: 'sku',
    pathOf: ({ sku }) => paths.product(sku),
    keyOf: ({ id, store }) => `${id} ${store}`,
    nameOf: ({ sku, store }) => `${sku}, ${storeName(store)}`,
    exportPath: apiPaths.products,
    columns: [
      { name: 'sku', label: t('orders.sku'), sort: 'sku', cell: ({ sku }) => sku },
      { name: 'name', label: t('order.name'), sort: 'name', cell: ({ name }) => name },
      { name: 'brand', label: t('products.brand'), cell: ({ brand }) => brand },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'gaps',
        label: t('products.gaps'),
        // Empty for nearly all products: shown where one looks for the others.
        isHidden: [null, 'yes'].includes(view.get('filter.sellable')),
        cell: ({ gaps }) => gaps.map((code) => t(`product.gap_${code}`)).join(', '),
      },
      {
        name: 'price',
        label: t('products.price'),
        isNumber: true,
        cell: ({ price, priceFrom: from, choices, store }) => {
          if (price !== null) return amount(price, store)
          if (from !== null) return t('products.price_from', { price: money(from, storeCurrency(store)) })
          return choices > 0 ? (
            t('products.choices', { count: choices })
          ) : (
            <Status tone="bad" text={t('products.no_price')} />
          )
        },
      },
      {
        name: 'campaignPrice',
        label: t('price.campaign'),
        isNumber: true,
        cell: (row) => amount(row.campaignPrice, row.store),
      },
      {
        name: 'available',
        label: t('products.available'),
        sort: 'available',
        isNumber: true,
        cell: ({ available }) => available !== null && number(available),
      },
      {
        name: 'incoming',
        label: t('products.incoming'),
        isNumber: true,
        cell: ({ incoming }) => incoming !== null && number(incoming),
      },
      { name: 'gtin', label: t('products.gtin'), isHidden: true, cell: ({ gtin }) => gtin },
      { name: 'slug', label: t('products.slug'), isHidden: true, cell: ({ slug }) => slug },
      {
        name: 'discontinued',
        label: t('products.discontinued'),
        isHidden: true,
        cell: ({ discontinued }) => discontinued && t('table.yes'),
      },
    ],
    filters: useProductFilters(),
  }
}
