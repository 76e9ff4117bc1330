/** A webhook as staff set it. */
import { shopEvents, type KernelEventName } from '../../contract/events.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface WebhookTerms {
  url: string
  description: string | null
  events: readonly string[]
  /** Empty: of all stores. */
  stores: readonly StoreCode[]
  isActive: boolean
}

/** Those that can be chosen. */
export const webhookEvents = Object.keys(shopEvents) as KernelEventName[]

/** Most webhooks of a shop: each multiplies what an import writes. */
export const mostWebhooks = 50

export const longestUrl = 2000

/** An address that messages may be sent to: of the web, encrypted, and without a login in it. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.')
  )
}
