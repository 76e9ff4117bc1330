/** A titled part of a page. */
import { useId, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './card.module.css'

export function Card({
  id,
  title,
  actions,
  isFlush = false,
  children,
}: {
  id?: string
  title: string
  actions?: ReactNode
  /** Its content reaches the borders, as a table does. */
  isFlush?: boolean
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section id={id} className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {actions}
      </div>
      <div className={classNames(styles.content, isFlush && styles.flush)}>{children}</div>
    </section>
  )
}

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Content at the left, facts at the right; below each other on narrow windows. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{main}</div>
      <div className={styles.stack}>{side}</div>
    </div>
  )
}
