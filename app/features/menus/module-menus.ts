/**
 * Links that modules add to the shop's menus: `storefront/menu.ts` of each, found by its name. Loaded with the menus, and
 * on the server for pages of categories.
 */
import type { PagePaths } from '../../../domain/seo/module-pages.ts'
import type { StringKey } from '../../../locales/texts.server.ts'

export interface MenuLink {
  text: StringKey
  href: string
}

/** A branch of the catalogue: a main category and what is below it. */
export interface CatalogueBranch {
  /** Icon of the main category. */
  icon: string | null
  /** On the page of a category: whether it is a main category, and the codes of the facets of its products. */
  category?: { isMain: boolean; facets: readonly string[] }
}

/** What a module's `storefront/menu.ts` exports as `menu`. */
export interface ModuleMenu {
  /** What its links are called together. */
  label: StringKey
  /** Links of the burger's menu. */
  links(paths: PagePaths): readonly MenuLink[]
  /** Links that help to choose in a branch of the catalogue: in the mega menu and on pages of its categories. */
  ofBranch(paths: PagePaths, branch: CatalogueBranch): readonly MenuLink[]
}

const menus = Object.values(
  import.meta.glob<ModuleMenu>('../../../modules/*/storefront/menu.ts', { eager: true, import: 'menu' }),
)

export const menuLinks = (paths: PagePaths): MenuLink[] => menus.flatMap((menu) => menu.links(paths))

/** Those of each module with any. */
export const branchLinks = (
  paths: PagePaths,
  branch: CatalogueBranch,
): { label: StringKey; links: readonly MenuLink[] }[] =>
  menus
    .map((menu) => ({ label: menu.label, links: menu.ofBranch(paths, branch) }))
    .filter(({ links }) => links.length > 0)
