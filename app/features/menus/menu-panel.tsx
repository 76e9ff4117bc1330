/**
 * The open category of the mega menu: its branch in columns, and a strip of the other categories
 * (MENU-02..04, 06).
 */
import type { CategoryNode } from '../../../contract/catalogue.ts'
import { links } from '../../links.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { CategoryPicture } from '../products/category-picture.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { MainCategory } from './main-category.ts'
import { sortedByName } from './menu-rules.ts'
import { branchLinks } from './module-menus.ts'
import styles from './mega-menu.module.css'

/** A category with what is below it; `path` is empty for the categories behind "More", which have no common page. */
export type Branch = Pick<CategoryNode, 'name' | 'path' | 'children' | 'metadata'>

export default function MenuPanel({ node, others }: { node: Branch; others: readonly MainCategory[] }) {
  const t = useStrings()
  const { code, iso } = useStore()
  const { pagePaths } = useStoreDetails()
  const link = (path: string, text: string) => <a href={links.category(code, path)}>{text}</a>
  return (
    <div id="mega-menu" className={styles.panel}>
      <div className={classNames('wrap', styles.inside)}>
        {node.path && <h2>{link(node.path, t('menu.all_in', { name: node.name }))}</h2>}
        {branchLinks(pagePaths, node.metadata).map(({ label, links: guides }) => (
          <Chips
            key={label}
            label={t(label)}
            chips={guides.map(({ text, href }) => ({ text: t(text), href }))}
          />
        ))}
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
