import type { Strings } from '../../domain/content/message.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'
import { apiBaseUrl } from './api-client.ts'

/** The store's strings from the API; retries once silently, then rejects. */
export async function loadStrings(code: StoreCode): Promise<Strings> {
  const address = apiBaseUrl() + links.api(stores[code], 'strings')
  const response = await fetch(address).catch(() => fetch(address))
  if (!response.ok) throw new Error(`the shop's words did not arrive: ${response.status}`)
  return (await response.json()) as Strings
}
