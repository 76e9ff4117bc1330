/**
 * The recently viewed products as they are sold in this store now: what is stored has the name, price and address of
 * the store and the day of the view. Those that the store does not sell are left out; none without an answer.
 */
import { useEffect, useState } from 'react'
import type { ProductCard } from '../../contract/catalogue.ts'
import { useStore } from '../../ui/strings.tsx'
import { callApi } from './api-client.ts'
import { useShopState } from './shop-state.ts'

export function useViewedProducts(): ProductCard[] {
  const store = useStore()
  const [products, setProducts] = useState<ProductCard[]>([])
  const skus = useShopState(({ history }) => history.items.map(({ sku }) => sku).join('\n'))
  useEffect(() => {
    if (skus === '') return
    const call = new AbortController()
    const body = { skus: skus.split('\n') }
    void callApi<ProductCard[]>(store, 'list-products', { method: 'POST', body, signal: call.signal }).then(
      (answer) => {
        if (!call.signal.aborted && answer.ok) setProducts(answer.data)
      },
    )
    return () => call.abort()
  }, [store, skus])
  return products
}
