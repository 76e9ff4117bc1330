/** What modules show on the page of a search: `storefront/search-page.server.ts` of each, found by its name. */
import type { ProductCard } from '../../../contract/catalogue.ts'
import type { ShopContext } from '../../shop-context.ts'

export interface FoundOnPage {
  title: string
  links: readonly { text: string; href: string }[]
  /** Products in place of an empty list of hits. */
  products: readonly ProductCard[]
}

/** What a module's `storefront/search-page.server.ts` exports as `searchPage`. */
export interface ModuleSearchPage {
  /** Called for every page of the hits; names what the page depends on (`tag`, `endsBy`). `isEmpty`: there are no hits. */
  find(shop: ShopContext, asked: { query: string; isFirstPage: boolean; isEmpty: boolean }): FoundOnPage
}

const pages = Object.values(
  import.meta.glob<ModuleSearchPage>('../../../modules/*/storefront/search-page.server.ts', {
    eager: true,
    import: 'searchPage',
  }),
)

export const foundOnPage: (...asked: Parameters<ModuleSearchPage['find']>) => FoundOnPage[] = (shop, asked) =>
  pages.map((page) => page.find(shop, asked))
