/** Lists that modules keep in the `history` of `bex05`: `storefront/history.ts` of each, found by its name. */

/** The lists by their names, with the type of their entries; each module adds its own by interface merging. */
export interface ModuleHistories {}

/** What every entry of a list of products has; others are left out. */
export interface ListedProduct {
  sku: string
  /** Integer from 1. */
  quantity: number
}

/** What a module's `storefront/history.ts` exports as `history`. */
export interface ModuleHistory {
  /** Of its list. It never changes: browsers store it. */
  name: keyof ModuleHistories
  /** Whether a stored value is an entry that can be shown; of a list of products there is no need to say. */
  isEntry?: (stored: Readonly<Record<string, unknown>>) => boolean
}

type Lists = Readonly<Record<string, readonly Partial<ListedProduct>[]>>

export const moduleHistories = Object.values(
  import.meta.glob<ModuleHistory>('../../modules/*/storefront/history.ts', {
    eager: true,
    import: 'history',
  }),
)

/** Whether a product is in one of the lists: the mark on its page shows it. */
export const isMarked = (stored: ModuleHistories, sku: string): boolean =>
  moduleHistories.some(({ name }) =>
    (stored as unknown as Lists)[name]!.some((product) => product.sku === sku),
  )
