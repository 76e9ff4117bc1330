/** What the shop says besides its catalogue: pages, blocks of the chrome, deals, hints (ENTITY-20, 35, 39). Plain data. */
import type { StoreCode } from '../stores/stores.ts'

/** Every block that the shop shows (API-24). An import refuses any other: nobody would see it. */
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

/** ENTITY-35; timestamps are ISO 8601. */
export interface Deal {
  title: string
  product_id: number
  product_name: string
  product_slug: string
  /** Whole percent, as written down; what is announced is `runningDeal`. */
  discount: number
  starts_at: string
  expires_at: string
}

/** ENTITY-20. */
export interface SearchHint {
  id: number
  hint: string
  url: string
  url_title: string
  /** Whether the term is exactly a word that leads to `url` at once: its results page does. */
  redirect: boolean
}

export interface Content {
  page(store: StoreCode, path: string): ContentPage | null
  /** Every published page, by path. */
  pages(store: StoreCode): { path: string; updatedAt: number }[]
  /** An unpublished page, given its key (ROUTE-51). */
  preview(store: StoreCode, path: string, key: string): ContentPage | null
  widget(store: StoreCode, slug: string): Widget | null
  /** The deal that runs now, or the next to come; null: none. */
  currentDeal(store: StoreCode, now: number): Deal | null
  /** Hints for a term, the closest first (match-hints.ts). */
  hints(store: StoreCode, term: string): SearchHint[]
}

/** Tags under which a change of content is told (change log, migration 0003); a page names what it shows. */
export const contentTags = {
  page: (store: StoreCode, path: string) => `content:page:${store}:${path}`,
  widget: (store: StoreCode, slug: string) => `content:widget:${store}:${slug}`,
  deal: (store: StoreCode) => `content:deal:${store}`,
  hints: (store: StoreCode) => `content:hints:${store}`,
}

/** Whether an address that content brings leads to a page of the store; others could lead anywhere, or be a script. */
export function isStorePath(store: StoreCode, address: string): boolean {
  return new RegExp(`^/${store}(?:[/?]|$)`).test(address)
}
