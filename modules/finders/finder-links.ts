/** Addresses of the finders in any store, for loaders and tests; components have `useFinderLinks`. */
import { pagePaths } from '../../domain/seo/module-pages.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { finderLinksIn, type FinderLinks, type FinderName } from './finder-names.ts'

const linksIn = (store: StoreCode): FinderLinks => finderLinksIn(pagePaths(store))

export const finderLinks = {
  finder: (store: StoreCode, ...choice: Parameters<FinderLinks['finder']>) =>
    linksIn(store).finder(...choice),
  device: (store: StoreCode, slug: string) => linksIn(store).device(slug),
  /** The same finder in every store. */
  alternates: (name: FinderName) =>
    Object.fromEntries(storeCodes.map((code) => [code, finderLinks.finder(code, name)])),
}
