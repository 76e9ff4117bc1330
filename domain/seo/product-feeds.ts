import type { StoreCode } from '../stores/stores.ts'

/** For whom a feed is: Merchant Center and others that read its form, or Meta. */
export type FeedForm = 'merchant' | 'meta'

/** The feeds of products as files. Implemented in catalogue-import/product-feeds.server.ts. */
export interface ProductFeeds {
  /** Path of the gzipped feed. Rejects when there is none yet and the database does not answer. */
  file(store: StoreCode, form: FeedForm): Promise<string>
}
