/** The menu's category tree, fetched once per store when the shopper first reaches for it (MENU-05). */
import { useCallback, useState } from 'react'
import type { CategoryNode } from '../../../contract/catalogue.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../state/api-client.ts'
import { useStore } from '../../../ui/strings.tsx'

const fetched = new Map<string, Promise<CategoryNode[] | null>>()

function fetchTree(store: Store): Promise<CategoryNode[] | null> {
  let tree = fetched.get(store.code)
  if (!tree) {
    tree = callApi<CategoryNode[]>(store, 'product-categories', { query: { v: 2, main_menu: 'true' } }).then(
      (answer) => {
        if (answer.ok) return answer.data
        fetched.delete(store.code)
        return null
      },
    )
    fetched.set(store.code, tree)
  }
  return tree
}

/**
 * The tree, null until it is loaded, and the function that loads it; that resolves to null if loading fails.
 */
export function useCategoryTree(): [CategoryNode[] | null, () => Promise<CategoryNode[] | null>] {
  const store = useStore()
  const [tree, setTree] = useState<CategoryNode[] | null>(null)
  const request = useCallback(async () => {
    const nodes = await fetchTree(store)
    setTree(nodes)
    return nodes
  }, [store])
  return [tree, request]
}
