import { useRouteLoaderData } from 'react-router'
import type { StoreDetails } from './store-details.server.ts'

/** The store's details from the layout's loader. Only for components inside the store's layout. */
export function useStoreDetails(): StoreDetails {
  const layout = useRouteLoaderData<{ details: StoreDetails }>('store-layout')
  if (!layout) throw new Error('The layout of the store has no data.')
  return layout.details
}
