import type { StoreCode } from './stores.ts'

/** A page with a path of each store's own, in one segment. `paths`: by store; a store without one has the page's name. */
export interface TranslatedPaths {
  readonly paths: Readonly<Record<string, string>>
}

/** The segment after the store's prefix of the page with that name. */
export function translatedPath(store: StoreCode, name: string, { paths }: TranslatedPaths): string {
  return paths[store] ?? name
}
