import type { StoreCode } from '../stores/stores.ts'

/** The Merchant Center feeds as files. Implemented in catalogue-import/product-feeds.server.ts. */
export interface ProductFeeds {
  /** Path of the gzipped feed. Rejects when there is none yet and the database does not answer. */
  file(store: StoreCode): Promise<string>
}
