/**
 * The shop's content outside the catalogue: pages, layout blocks, deals, hints (ENTITY-20, 35, 39). Plain
 * data.
 */
import type { SearchHint } from '../../contract/content.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProductId } from '../products/product-id.ts'

/**
 * Every layout block that the shop shows (API-24). An import rejects any other, because it would never be
 * shown.
 */
export const widgetSlugs = [
  'footer-help',
  'footer-be',
  'footer-customer-service',
  'store-message',
  'store-message-footer',
  'cookie-alert',
] as const
export type WidgetSlug = (typeof widgetSlugs)[number]

export interface Widget {
  /** Sanitised HTML. */
  content: string
  hidden: boolean
}

export interface ContentPage {
  path: string
  title: string
  /** Sanitised HTML. */
  body: string
  published: boolean
}

/** The deal of a store (ENTITY-35); timestamps are ISO 8601. */
export interface Deal {
  title: string
  productId: ProductId
  productName: string
  productSlug: string
  /** Whole percent, as entered; the announced figure comes from `runningDeal`. */
  discount: number
  startsAt: string
  expiresAt: string
}

export interface Content {
  page(store: StoreCode, path: string): ContentPage | null
  /** Every published page, by path. */
  pages(store: StoreCode): { path: string; updatedAt: number }[]
  /** An unpublished page, given its key (ROUTE-51). */
  preview(store: StoreCode, path: string, key: string): ContentPage | null
  widget(store: StoreCode, slug: string): Widget | null
  /** The current deal, or the next one; null: none. */
  currentDeal(store: StoreCode, now: number): Deal | null
  /** Where a former address of the store leads; null: nowhere (domain/redirects/). */
  redirect(store: StoreCode, address: string): string | null
  /** Hints for a term, closest first (match-hints.ts). */
  hints(store: StoreCode, term: string): SearchHint[]
}

/**
 * Tags under which content changes are recorded (change log, migration 0003); a page lists the tags it shows.
 */
export const contentTags = {
  page: (store: StoreCode, path: string) => `content:page:${store}:${path}`,
  widget: (store: StoreCode, slug: string) => `content:widget:${store}:${slug}`,
  deal: (store: StoreCode) => `content:deal:${store}`,
  hints: (store: StoreCode) => `content:hints:${store}`,
  /** All redirects of former addresses. */
  redirects: 'content:redirects',
  /** What the merchant sets for the store. */
  settings: (store: StoreCode) => `content:settings:${store}`,
}

/**
 * Whether an address from content leads to a page of the store; any other could lead anywhere, or be a
 * script.
 */
export function isStorePath(store: StoreCode, address: string): boolean {
  return new RegExp(`^/${store}(?:[/?]|$)`).test(address)
}
