/** What modules add to a search while it is typed, and to its page: `storefront/search.ts` of each, found by its name. */
import type { PagePaths } from '../../../domain/seo/module-pages.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { StringKey } from '../../../locales/texts.server.ts'

/** Something that a term names beside products. */
export interface NamedOption {
  key: string
  name: string
  /** What it is, shown after its name. */
  kind: StringKey
}

/** What a module's `storefront/search.ts` exports as `search`. */
export interface ModuleSearch {
  /** Of its section among the results, unlike every other one. */
  name: string
  title: StringKey
  /** What the term names; nothing where the request fails. Aborted where the shopper types on. */
  find(store: Store, term: string, signal: AbortSignal): Promise<readonly NamedOption[]>
  /** The address of what has that key. */
  hrefOf(key: string, paths: PagePaths): string
  /** Where a text leads that may be a registration number, and the question that is asked before. */
  plate?: { title: StringKey; text: StringKey; href(paths: PagePaths): string }
}

export type FoundByModule = Pick<ModuleSearch, 'name' | 'title' | 'hrefOf'> & {
  options: readonly NamedOption[]
}

const searches = Object.values(
  import.meta.glob<ModuleSearch>('../../../modules/*/storefront/search.ts', {
    eager: true,
    import: 'search',
  }),
)

/** What the modules found, without those that found nothing. */
export async function searchModules(
  store: Store,
  term: string,
  signal: AbortSignal,
): Promise<FoundByModule[]> {
  const found = await Promise.all(
    searches.map(async ({ name, title, hrefOf, find }) => ({
      name,
      title,
      hrefOf,
      options: await find(store, term, signal),
    })),
  )
  return found.filter(({ options }) => options.length > 0)
}

/** Where registration numbers lead. */
export const plateLinks = searches.flatMap(({ plate }) => plate ?? [])
