/** Addresses of the finders, for loaders and tests; components have `useFinderLinks`. */
import type { FinderName } from '../domain/stores/store.ts'
import { storeCodes, storePolicies, type StoreCode } from '../domain/stores/stores.ts'
import { withQuery } from './links.ts'

export const finderLinks = {
  finder: (
    store: StoreCode,
    name: FinderName,
    choice: Record<string, string | number | null | undefined> = {},
  ) => withQuery(`/${store}/${storePolicies[store].finderPaths[name]}`, choice),
  device: (store: StoreCode, slug: string) =>
    `/${store}/${storePolicies[store].finderPaths.device}/${encodeURIComponent(slug)}`,
  /** The same finder in every store. */
  alternates: (name: FinderName) =>
    Object.fromEntries(storeCodes.map((code) => [code, finderLinks.finder(code, name)])),
}
