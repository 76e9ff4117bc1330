/** The pages of modules that have a path of each store's own (`translatedPages` of their declarations). */
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import { translatedPath } from '../stores/translated-path.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'

const pages = [...entriesOf('translatedPages')]
type Page = (typeof pages)[number][1]

const byPath: ReadonlyMap<StoreCode, ReadonlyMap<string, Page>> = new Map(
  storeCodes.map((store) => [
    store,
    new Map(pages.map(([name, page]) => [translatedPath(store, name, page), page])),
  ]),
)

/** Name of the page → its address in one store. */
export type PagePaths = Readonly<Record<DeclaredName<'translatedPages'>, string>>

export const pagePaths = (store: StoreCode): PagePaths =>
  Object.fromEntries(
    pages.map(([name, page]) => [name, `/${store}/${translatedPath(store, name, page)}`]),
  ) as Record<DeclaredName<'translatedPages'>, string>

/** The page at a segment after the store's prefix, or null. */
export function modulePageAt(store: StoreCode, segment: string): Page | null {
  return byPath.get(store)!.get(segment) ?? null
}

/** Segments of the pages with a search term. */
export function modulePagesWithTerm(store: StoreCode): string[] {
  return [...byPath.get(store)!].filter(([, { takesTerm }]) => takesTerm).map(([path]) => path)
}
