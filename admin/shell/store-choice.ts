/**
 * The store a person works in. On a page whose table filters by store the address holds the choice, so that a
 * shared link shows the same rows; elsewhere it is remembered for the tab and added to links of the sidebar.
 */
import { useMatches, useSearchParams } from 'react-router'
import { useState } from 'react'

/** What a page declares to the shell (`handle` of its route). */
export interface PageHandle {
  /** The page's table has a filter by store, which the store switch sets. */
  storeFilter?: boolean
}

const storageKey = 'anode-admin-store'
const parameter = 'filter.store'

/** The chosen store, null for all. */
export function useStoreChoice(): [string | null, (store: string | null) => void] {
  const [parameters, setParameters] = useSearchParams()
  const filtered = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.storeFilter)
  const [remembered, remember] = useState(() => sessionStorage.getItem(storageKey))
  const inAddress = parameters.get(parameter)
  const choose = (store: string | null) => {
    remember(store)
    if (store === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, store)
    if (!filtered) return
    setParameters((before) => {
      const after = new URLSearchParams(before)
      after.delete('after')
      if (store === null) after.delete(parameter)
      else after.set(parameter, store)
      return after
    })
  }
  // Several stores in the address are a filter of the table, not a choice.
  const chosen = filtered ? (inAddress?.includes(',') ? null : inAddress) : remembered
  return [chosen, choose]
}

/** The address of a section with the chosen store as its filter. */
export function pathWithStore(path: string, store: string | null): string {
  return store === null ? path : `${path}?${parameter}=${encodeURIComponent(store)}`
}
