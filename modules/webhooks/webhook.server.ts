/** A webhook as staff set it. */
import { publicNetwork } from '../../domain/network/public-network.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface WebhookTerms {
  url: string
  description: string | null
  events: readonly string[]
  /** Empty: of all stores. */
  stores: readonly StoreCode[]
  isActive: boolean
}

/** Most webhooks of a shop: each multiplies what an import writes. */
export const mostWebhooks = 50

export const longestUrl = 2000

/** An address that messages may be sent to: of the web, encrypted, and without a login in it. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    publicNetwork.allowsPort(Number(url.port) || 443)
  )
}
