/** Products as they are sold in this store now; those that it does not sell are left out. */
import { useEffect, useState } from 'react'
import type { ProductCard } from '../../contract/catalogue.ts'
import { useStore } from '../../ui/strings.tsx'
import { callApi } from './api-client.ts'

export type ListedProducts =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'there'; products: ProductCard[] }

/** `skus`: one per line; none are asked for without any. The products of former ones stay until the next are there. */
export function useListedProducts(skus: string): ListedProducts {
  const store = useStore()
  const [loaded, setLoaded] = useState<ListedProducts>({ state: 'loading' })
  useEffect(() => {
    if (skus === '') return
    const call = new AbortController()
    const body = { skus: skus.split('\n') }
    void callApi<ProductCard[]>(store, 'list-products', { method: 'POST', body, signal: call.signal }).then(
      (answer) => {
        if (call.signal.aborted) return
        setLoaded(answer.ok ? { state: 'there', products: answer.data } : { state: 'failed' })
      },
    )
    return () => call.abort()
  }, [store, skus])
  return loaded
}
