/**
 * The main categories in a row; one at a time opens a panel with its branch (MENU-01..06). Without a script,
 * and while the tree is loading, each is a plain link to its page.
 */
import { lazy, Suspense, useRef, useState, type MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useDismissal } from '../../../ui/use-dismissal.ts'
import type { MainCategory } from './main-category.ts'
import { useCategoryTree } from './use-category-tree.ts'
import styles from './mega-menu.module.css'

/** Loaded when the menu is first opened. */
const MenuPanel = lazy(() => import('./menu-panel.tsx'))

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

  useDismissal(menu, active !== null, () => setOpened(null))

  const open = tree?.find((node) => node.path === active)
  const choose = async (event: MouseEvent, path: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (path === active) return setActive(null)
    const nodes = await requestTree()
    const hasBranch = nodes?.some((node) => node.path === path && node.children.length > 0)
    if (hasBranch) setActive(path)
    else void navigate(links.category(code, path))
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
        {categories.map(({ name, path }) => (
          <li key={path}>
            <a
              className={styles.top}
              href={links.category(code, path)}
              aria-expanded={path === active}
              aria-controls={path === active ? 'mega-menu' : undefined}
              onClick={(event) => void choose(event, path)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <MenuPanel node={open} others={categories} />
        </Suspense>
      )}
    </nav>
  )
}
