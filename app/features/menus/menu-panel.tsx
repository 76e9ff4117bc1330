/**
 * The open category of the mega menu: its branch in columns, and a strip of the other categories
 * (MENU-02..04, 06).
 */
import type { CategoryNode } from '../../../contract/catalogue.ts'
import { useFinderLinks } from '../../state/use-finder-links.ts'
import { links } from '../../links.ts'
import { findersOfBranch } from './finders-of-branch.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { CategoryPicture } from '../products/category-picture.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { MainCategory } from './main-category.ts'
import { sortedByName } from './menu-rules.ts'
import styles from './mega-menu.module.css'

/** A category with what is below it; `path` is empty for the categories behind "More", which have no common page. */
export type Branch = Pick<CategoryNode, 'name' | 'path' | 'children' | 'metadata'>

export default function MenuPanel({ node, others }: { node: Branch; others: readonly MainCategory[] }) {
  const t = useStrings()
  const { code, iso } = useStore()
  const finders = useFinderLinks()
  const link = (path: string, text: string) => <a href={links.category(code, path)}>{text}</a>
  return (
    <div id="mega-menu" className={styles.panel}>
      <div className={classNames('wrap', styles.inside)}>
        {node.path && <h2>{link(node.path, t('menu.all_in', { name: node.name }))}</h2>}
        <Chips
          label={t('finder.label')}
          chips={findersOfBranch(node.metadata.icon).map((name) => ({
            text: t(`finder.${name}`),
            href: finders.finder(name),
          }))}
        />
        <ul className={styles.columns}>
          {sortedByName(node.children, iso).map((child) => (
            <li key={child.path} className={styles.group}>
              {link(child.path, child.name)}
              {child.children.length > 0 && (
                <ul className={styles.leaves}>
                  {sortedByName(child.children, iso).map((leaf) => (
                    <li key={leaf.path}>{link(leaf.path, leaf.name)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        <ul className={styles.strip} aria-label={t('menu.other')}>
          {others
            .filter(({ path }) => path !== node.path)
            .map(({ name, path, icon }) => (
              <li key={path}>
                <a className={styles.slide} href={links.category(code, path)}>
                  <CategoryPicture icon={icon} sizes="44px" />
                  {name}
                </a>
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}
