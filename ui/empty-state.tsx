/** An empty state: a drawing of an empty battery, a sentence, links. */
import type { ReactNode } from 'react'
import emptyBattery from './drawings/empty-battery.svg?url'
import styles from './empty-state.module.css'

export function EmptyState({
  title,
  text,
  children,
}: {
  title: ReactNode
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <img src={emptyBattery} width={148} height={76} alt="" />
      {title}
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  )
}
