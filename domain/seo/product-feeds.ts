/** The feeds of products as files, and for whom each is. */
import { storeCodes, stores, type StoreCode } from '../stores/stores.ts'

/** For whom a feed is: Merchant Center and others that read its form, or a service that has a form of its own. */
export const feedForms = ['merchant', 'meta', 'idealo', 'kelkoo', 'pricerunner'] as const
export type FeedForm = (typeof feedForms)[number]

interface FeedFile {
  /** Last segment of its address. */
  file: string
  type: 'text/tab-separated-values' | 'text/csv'
  /** Countries in which the service compares prices, as its own pages list them; null: everywhere. */
  countries: readonly string[] | null
}

export const feedFiles: Readonly<Record<FeedForm, FeedFile>> = {
  merchant: { file: 'products.tsv', type: 'text/tab-separated-values', countries: null },
  meta: { file: 'meta.csv', type: 'text/csv', countries: null },
  idealo: { file: 'idealo.csv', type: 'text/csv', countries: ['DE', 'AT', 'ES', 'FR', 'GB', 'IT'] },
  kelkoo: {
    file: 'kelkoo.tsv',
    type: 'text/tab-separated-values',
    countries: [
      'AT',
      'BE',
      'CH',
      'CZ',
      'DE',
      'DK',
      'ES',
      'FI',
      'FR',
      'GB',
      'IE',
      'IT',
      'NL',
      'NO',
      'PL',
      'PT',
      'SE',
    ],
  },
  pricerunner: {
    file: 'pricerunner.tsv',
    type: 'text/tab-separated-values',
    countries: ['DK', 'GB', 'NO', 'SE'],
  },
}

/** Whether the store has the feed: the service exists in its country. */
export const hasFeed = (store: StoreCode, form: FeedForm): boolean =>
  feedFiles[form].countries?.includes(stores[store].countryCode) ?? true

/** Why a feed leaves a product out. Variants are in feeds, what groups them is not. */
export const leftOutReasons = [
  'gift_card',
  'no_price',
  'not_shown',
  'no_picture',
  'no_category',
  'out_of_stock',
  'no_delivery',
  'not_new',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** What the writing of a feed found. */
export interface FeedReport {
  /** Epoch milliseconds. */
  writtenAt: number
  products: number
  leftOut: {
    reason: LeftOutReason
    products: number
    /** The first of them. */
    skus: string[]
  }[]
}

export interface WrittenFeed {
  store: StoreCode
  form: FeedForm
  /** Null: nobody has fetched it from this node yet. */
  report: FeedReport | null
}

/** Implemented in catalogue-import/product-feeds.server.ts. */
export interface ProductFeeds {
  /** Path of the gzipped feed. Rejects when there is none yet and the database does not answer. */
  file(store: StoreCode, form: FeedForm): Promise<string>
}

/** Every feed that there is. */
export const allFeeds = (): { store: StoreCode; form: FeedForm }[] =>
  storeCodes.flatMap((store) =>
    feedForms.filter((form) => hasFeed(store, form)).map((form) => ({ store, form })),
  )
