/** The burger's sidebar: category tree, account, VAT, stores, service pages (CHROME-09, CHROME-10). */
import { useEffect, useState } from 'react'
import type { CategoryNode } from '../../contract/catalogue.ts'
import { servicePages } from '../../domain/stores/paths.ts'
import { links } from '../links.ts'
import { shopperLinks } from '../state/module-links.ts'
import { useStoreDetails } from '../state/use-store-details.ts'
import { closePanel, useOpenPanel } from '../state/panels.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { AccountLink } from '../features/login/account-link.tsx'
import StoreLinks from './store-links.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MainCategory } from '../features/menus/main-category.ts'
import { sortedByName } from '../features/menus/menu-rules.ts'
import { menuLinks } from '../features/menus/module-menus.ts'
import { classNames } from '../../ui/class-names.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useCategoryTree } from '../features/menus/use-category-tree.ts'
import { VatSwitch } from './vat-switch.tsx'
import styles from './sidebar.module.css'

export default function Sidebar({ categories }: { categories: readonly MainCategory[] }) {
  const t = useStrings()
  const open = useOpenPanel() === 'menu'
  return (
    // If it closes because another panel opens, it must not close that one.
    <SidePanel open={open} onClose={() => open && closePanel()} title={t('chrome.menu')} wide>
      <SidebarContent categories={categories} />
    </SidePanel>
  )
}

function SidebarContent({ categories }: { categories: readonly MainCategory[] }) {
  const t = useStrings()
  const { code } = useStore()
  const { pagePaths } = useStoreDetails()
  const [tree, requestTree] = useCategoryTree()
  useEffect(() => void requestTree(), [requestTree])
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('menu.label')}>
        {tree ? (
          <TreeLevel nodes={tree} main />
        ) : (
          <ul className={styles.tree}>
            {categories.map(({ name, path }) => (
              <li key={path}>
                <a href={links.category(code, path)}>{name}</a>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <div className={styles.own}>
        <AccountLink className={styles.item!}>
          <Icon name="user" /> {t('chrome.account')}
        </AccountLink>
        {shopperLinks.map(({ path, text, icon }) => (
          <a key={path} className={styles.item} href={links.modulePage(code, path)}>
            <Icon name={icon} /> {t(text)}
          </a>
        ))}
        <VatSwitch />
        <StoreLinks />
      </div>
      <div className={styles.links}>
        {menuLinks(pagePaths).map(({ text, href }) => (
          <a key={href} href={href}>
            {t(text)}
          </a>
        ))}
        <a href={links.page(code, servicePages.customerService)}>{t('chrome.customer_service')}</a>
        <a href={links.page(code, servicePages.about)}>{t('chrome.about')}</a>
        <a href={links.page(code, servicePages.contact)}>{t('chrome.contact')}</a>
      </div>
    </div>
  )
}

/** One level of the tree; main categories keep the shop's order, the others are sorted by name. */
function TreeLevel({ nodes, main = false }: { nodes: readonly CategoryNode[]; main?: boolean }) {
  const { code, iso } = useStore()
  return (
    <ul className={classNames(styles.tree, !main && styles.children)}>
      {(main ? nodes : sortedByName(nodes, iso)).map((node) => (
        <li key={node.path}>
          {node.children.length === 0 ? (
            <a href={links.category(code, node.path)}>{node.name}</a>
          ) : (
            <Branch node={node} main={main} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A category with its children, which are rendered once somebody opens it: the whole tree would delay the sidebar. */
function Branch({ node, main }: { node: CategoryNode; main: boolean }) {
  const t = useStrings()
  const { code } = useStore()
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details name={main ? 'sidebar-main' : undefined}>
      <summary onClick={() => setWasOpened(true)}>
        {node.name}
        <Icon name="chevron-down" size={20} />
      </summary>
      {wasOpened && (
        <>
          <ul className={styles.tree}>
            <li>
              <a href={links.category(code, node.path)}>{t('menu.all_in', { name: node.name })}</a>
            </li>
          </ul>
          <TreeLevel nodes={node.children} />
        </>
      )}
    </details>
  )
}
