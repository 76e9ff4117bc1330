/** Addresses of the finders; apart from links.ts, so that they travel only with the pages that name them. */
import { finderPaths, type FinderName } from '../domain/devices/finder-paths.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { withQuery } from './links.ts'

export const finderLinks = {
  finder: (
    store: StoreCode,
    name: FinderName,
    choice: Record<string, string | number | null | undefined> = {},
  ) => withQuery(`/${store}/${finderPaths[name][store]}`, choice),
  device: (store: StoreCode, slug: string) =>
    `/${store}/${finderPaths.device[store]}/${encodeURIComponent(slug)}`,
  /** The same finder in every store. */
  alternates: (name: FinderName) =>
    Object.fromEntries(storeCodes.map((code) => [code, finderLinks.finder(code, name)])),
}
