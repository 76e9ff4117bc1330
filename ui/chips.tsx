/** Short facts or links, as rounded tiles in a row. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './chips.module.css'

export interface Chip {
  /** Not a string only where there is a link. */
  text: ReactNode
  href?: string
  /** Number of products behind the link. */
  count?: number
  /** Slug of the category that the link leads to, as `data-category`: for those who track it. */
  category?: string
}

export function Chips({ chips, label }: { chips: readonly Chip[]; label: string }) {
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={label}>
      {chips.map(({ text, href, count, category }) => (
        <li key={href ?? (text as string)}>
          {href === undefined ? (
            <span className={classNames(styles.chip, styles.plain)}>{text}</span>
          ) : (
            <a className={styles.chip} href={href} data-category={category}>
              {text}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
