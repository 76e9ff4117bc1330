/** The saved products, in the `history` of `bex05`. */
import type { ListedProduct, ModuleHistory } from '../../../app/state/module-history.ts'

/** A product the shopper saved. */
export interface SavedProduct extends ListedProduct {
  /** On the account's list too; then a logout removes it from this browser. */
  onAccount?: boolean
}

declare module '../../../app/state/module-history.ts' {
  interface ModuleHistories {
    saved: SavedProduct[]
  }
}

export const history: ModuleHistory = { name: 'saved' }
