/** The declared list of products, with what is done with several of them. */
import { lazy, Suspense, useState } from 'react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Status } from '../../shell/status.tsx'
import { storeCurrency } from '../../store-name.ts'
import type { BulkTarget } from '../../table/selection.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import { loadList, ResourceList } from '../resources/resource-list.tsx'
import { useResource } from '../resources/use-resource.ts'
import { useProductNames } from './product-filters.ts'

// Loaded when prices are changed.
const BulkPrices = lazy(async () => ({ default: (await import('./bulk-prices.tsx')).BulkPrices }))

// Loaded when products are to be sold in another store.
const SellInStore = lazy(async () => ({ default: (await import('./sell-in-store.tsx')).SellInStore }))

/** What the page needs of a row. */
interface ProductRow {
  sku: string
  store: string
  price: number | null
  priceFrom: number | null
  choices: number
  discontinued: boolean | null
}

interface ChosenBulk {
  Dialog: typeof BulkPrices | typeof SellInStore
  target: BulkTarget<ProductRow>
  /** Ends the selection. */
  done: () => void
}

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadList('products', given)

export function Component() {
  const { t } = useTexts()
  const session = useSession()
  const [view] = useSearchParams()
  const mayEdit = can(session, 'product:edit')
  const [bulk, setBulk] = useState<ChosenBulk | null>(null)
  const bulkActions = [
    ...(can(session, 'price:edit') ? [{ label: t('bulk.prices'), dialog: BulkPrices }] : []),
    ...(mayEdit && session.stores.length > 1 ? [{ label: t('assortment.title'), dialog: SellInStore }] : []),
  ].map(({ label, dialog }) => ({
    label,
    run: (target: BulkTarget<ProductRow>, done: () => void) => setBulk({ Dialog: dialog, target, done }),
  }))
  return (
    <>
      <ResourceList<ProductRow>
        resource={useResource('products')}
        links={mayEdit ? [{ id: 'new', label: t('product.new'), to: paths.newProduct }] : []}
        names={useProductNames()}
        pathOf={({ sku }) => paths.product(sku)}
        // Empty for nearly all products: shown where one looks for the others.
        alsoShown={[null, 'yes'].includes(view.get('filter.sellable')) ? [] : ['gaps']}
        bulkActions={bulkActions}
        emptyText={t('products.empty_text')}
        cells={{
          price: (row) => <Price row={row} />,
          discontinued: ({ discontinued }) => discontinued && t('table.yes'),
        }}
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
    </>
  )
}

function Price({ row: { price, priceFrom: from, choices, store } }: { row: ProductRow }) {
  const { t, money } = useTexts()
  const currency = storeCurrency(store)
  if (price !== null) return money(price, currency)
  if (from !== null) return t('products.price_from', { price: money(from, currency) })
  return choices > 0 ? (
    t('products.choices', { count: choices })
  ) : (
    <Status tone="bad" text={t('products.no_price')} />
  )
}
