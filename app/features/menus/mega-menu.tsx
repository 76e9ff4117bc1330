/**
 * The main categories in a row; one at a time opens a panel with its branch (MENU-01..06). Without a script,
 * and while the tree is loading, each is a plain link to its page.
 */
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useDismissal } from '../../../ui/use-dismissal.ts'
import type { CategoryNode } from '../../../contract/catalogue.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { MainCategory } from './main-category.ts'
import type { Branch } from './menu-panel.tsx'
import { useCategoryTree } from './use-category-tree.ts'
import styles from './mega-menu.module.css'

/** Loaded when the menu is first opened. */
const MenuPanel = lazy(() => import('./menu-panel.tsx'))

/** Main categories in the row; the others are behind "More". */
const shownCategories = 7

/** Names the panel "More" among panels that are named by the path of their category. */
const more = ''

export default function MegaMenu({ categories }: { categories: readonly MainCategory[] }) {
  const t = useStrings()
  const { code } = useStore()
  const { key } = useLocation()
  const navigate = useNavigate()
  const menu = useRef<HTMLElement>(null)
  const [tree, requestTree] = useCategoryTree()
  // Bound to the address it was opened on, so that it closes with every navigation (MENU-06).
  const [opened, setOpened] = useState<{ path: string; at: string } | null>(null)
  const active = opened?.at === key ? opened.path : null
  const setActive = (path: string | null) => setOpened(path === null ? null : { path, at: key })

  // The early script holds taps on the row back until then (app/rendering/early-script.ts).
  useEffect(() => {
    menu.current!.dataset['ready'] = ''
  }, [])
  useDismissal(menu, active !== null, () => {
    // The focus would be lost with the panel that closes on Escape.
    const panel = document.getElementById('mega-menu')
    if (panel?.contains(document.activeElement)) panel.parentElement?.querySelector('a')?.focus()
    setOpened(null)
  })

  const shown = categories.slice(0, shownCategories)
  const rest = categories.slice(shownCategories)
  const openNode =
    active === more
      ? tree && moreNode(tree.filter(({ path }) => rest.some((other) => other.path === path)))
      : tree?.find((node) => node.path === active)
  const addressOf = (path: string) =>
    path === more ? `${links.home(code)}#departments` : links.category(code, path)
  const choose = async (event: MouseEvent, path: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (path === active) return setActive(null)
    const nodes = await requestTree()
    const hasBranch =
      path === more ? nodes : nodes?.some((node) => node.path === path && node.children.length > 0)
    if (hasBranch) setActive(path)
    else void navigate(addressOf(path))
  }
  return (
    // Hovering only prefetches the tree.
    <nav
      ref={menu}
      className={styles.menu}
      aria-label={t('menu.label')}
      onPointerEnter={() => void requestTree()}
      onFocus={() => void requestTree()}
    >
      <ul className={classNames('wrap', styles.row)}>
        {[...shown, ...(rest.length > 0 ? [{ name: t('menu.more'), path: more }] : [])].map(
          ({ name, path }) => (
            <li key={path}>
              <a
                className={styles.top}
                href={addressOf(path)}
                aria-label={path === more ? t('menu.other') : undefined}
                aria-expanded={path === active}
                aria-controls={path === active ? 'mega-menu' : undefined}
                onClick={(event) => void choose(event, path)}
              >
                {name}
                <Icon name="chevron-down" size={16} />
              </a>
              {/* Next to its link, so that the keyboard reaches it next. */}
              {path === active && openNode && (
                <Suspense>
                  <MenuPanel node={openNode} others={categories} />
                </Suspense>
              )}
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

/** The categories behind "More" as one branch without a page of its own. */
function moreNode(children: CategoryNode[]): Branch {
  return { name: '', path: more, children, metadata: { icon: null } }
}
