/** Recently viewed products, loaded once the stored state names any (PAGE-01, HISTORY rows). */
import { Suspense } from 'react'
import { lazyChunk } from '../../state/chunk-reload.ts'
import { useShopState } from '../../state/shop-state.ts'

const ViewedProducts = lazyChunk(() => import('./viewed-products.tsx'))

export function RecentlyViewed() {
  const some = useShopState(({ history }) => history.items.length > 0)
  if (!some) return null
  return (
    <Suspense>
      <ViewedProducts />
    </Suspense>
  )
}
