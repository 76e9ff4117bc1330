import type { Strings } from '../../domain/content/message.ts'
import { stores, type Store, type StoreCode } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'
import { apiBaseUrl } from './api-client.ts'

/** Address of the store's strings. `api`: base of the API's addresses, empty on its own host. */
export const stringsAddress = (store: Store, api = ''): string => api + links.api(store, 'strings')

/** The store's strings from the API; retries once silently, then rejects. */
export async function loadStrings(code: StoreCode): Promise<Strings> {
  const address = stringsAddress(stores[code], apiBaseUrl())
  const response = await fetch(address).catch(() => fetch(address))
  if (!response.ok) throw new Error(`the shop's words did not arrive: ${response.status}`)
  return (await response.json()) as Strings
}
