/**
 * The main categories in a row; one at a time opens a panel with its branch (MENU-01..06). Without a script, and
 * while the tree is on its way, each is a plain link to its page.
 */
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useLocation } from 'react-router'
import type { CategoryNode } from '../../domain/catalogue/catalogue.ts'
import { categorySource, pictureKey } from '../../domain/pictures/picture-address.ts'
import { links } from '../links.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { Picture } from '../ui/picture.tsx'
import { classNames } from '../ui/class-names.ts'
import { sortedByName } from './menu-rules.ts'
import { useCategoryTree } from './use-category-tree.ts'
import styles from './mega-menu.module.css'

export interface MainCategory {
  name: string
  path: string
  icon: string | null
}

export function MegaMenu({ categories }: { categories: readonly MainCategory[] }) {
  const t = useStrings()
  const { code } = useStore()
  const { key } = useLocation()
  const menu = useRef<HTMLElement>(null)
  const [tree, requestTree] = useCategoryTree()
  const [active, setActive] = useState<string | null>(null)

  useEffect(() => setActive(null), [key])
  useEffect(() => {
    if (active === null) return
    const close = (event: Event) => {
      const outside = event.target instanceof Node && !menu.current?.contains(event.target)
      if (outside || (event instanceof KeyboardEvent && event.key === 'Escape')) setActive(null)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
      document.removeEventListener('focusin', close)
    }
  }, [active])

  const open = tree?.find((node) => node.path === active)
  const choose = (event: MouseEvent, path: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !tree?.some((node) => node.path === path)) return
    event.preventDefault()
    setActive(path === active ? null : path)
  }
  return (
    <nav
      ref={menu}
      className={styles.menu}
      aria-label={t('menu.label')}
      onPointerEnter={requestTree}
      onFocus={requestTree}
    >
      <ul className={classNames('wrap', styles.row)}>
        {categories.map(({ name, path }) => (
          <li key={path}>
            <a
              className={styles.top}
              href={links.category(code, path)}
              aria-expanded={path === active}
              aria-controls={path === active ? 'mega-menu' : undefined}
              onClick={(event) => choose(event, path)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {open && <MenuPanel node={open} others={categories} />}
    </nav>
  )
}

function MenuPanel({ node, others }: { node: CategoryNode; others: readonly MainCategory[] }) {
  const t = useStrings()
  const { code, iso } = useStore()
  const link = (path: string, text: string) => <a href={links.category(code, path)}>{text}</a>
  return (
    <div id="mega-menu" className={styles.panel}>
      <div className={classNames('wrap', styles.inside)}>
        <h2>{link(node.path, t('menu.all_in', { name: node.name }))}</h2>
        <ul className={styles.columns}>
          {sortedByName(node.children, iso).map((child) => (
            <li key={child.path} className={styles.group}>
              {link(child.path, child.name)}
              {child.children.length > 0 && (
                <ul className="bare">
                  {sortedByName(child.children, iso).map((leaf) => (
                    <li key={leaf.path}>{link(leaf.path, leaf.name)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        <ul className={styles.strip} aria-label={t('menu.other')}>
          {others.map(({ name, path, icon }) => (
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

/** The drawn tile of a main category. */
export function CategoryPicture({
  icon,
  sizes,
  priority,
}: {
  icon: string | null
  sizes: string
  priority?: boolean
}) {
  const key = icon === null ? null : pictureKey(categorySource(icon))
  return (
    <Picture
      picture={
        key === null ? null : { key, url: `/pictures/${key}-320.webp`, width: 320, height: 320, alt: '' }
      }
      sizes={sizes}
      {...(priority && { priority })}
    />
  )
}
