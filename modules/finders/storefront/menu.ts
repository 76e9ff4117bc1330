import type { MenuLink, ModuleMenu } from '../../../app/features/menus/module-menus.ts'
import type { PagePaths } from '../../../domain/seo/module-pages.ts'
import { finderLinksIn, finderNames, type FinderName } from '../finder-names.ts'
import { findersOfBranch } from '../finders-of-branch.ts'

const linkIn =
  (paths: PagePaths) =>
  (name: FinderName): MenuLink => ({ text: `finder.${name}`, href: finderLinksIn(paths).finder(name) })

export const menu: ModuleMenu = {
  label: 'finder.label',
  links: (paths) => finderNames.map(linkIn(paths)),
  ofBranch: (paths, branch) => findersOfBranch(branch).map(linkIn(paths)),
}
