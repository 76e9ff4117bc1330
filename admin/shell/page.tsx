/** A page's heading, its actions at the right, its content. */
import { useEffect, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { lastShown, noteAddress } from './shown-addresses.ts'
import styles from './page.module.css'

export function Page({
  title,
  badges,
  intro,
  back,
  actions,
  children,
}: {
  title: string
  /** States beside the title. */
  badges?: ReactNode
  intro?: ReactNode
  /** The list this page belongs to; the link leads to it as it was last shown. */
  back?: { label: string; to: string }
  actions?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Anode`
  }, [title])
  const { pathname, search } = useLocation()
  useEffect(() => noteAddress({ pathname, search }), [pathname, search])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.heading}>
          {back && (
            <Link className={styles.back} to={lastShown(back.to)}>
              <Icon name="chevron-left" size={14} />
              {back.label}
            </Link>
          )}
          <div className={styles.titleRow}>
            <h1>{title}</h1>
            {badges}
          </div>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
