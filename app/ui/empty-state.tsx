/** What stands where nothing is: a drawn empty battery, a sentence, ways on. */
import type { ReactNode } from 'react'
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
      <EmptyBattery />
      {title}
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  )
}

/** An outline with a last sliver of charge. */
function EmptyBattery() {
  return (
    <svg className={styles.drawing} viewBox="0 0 148 76" fill="none" aria-hidden="true">
      <ellipse cx="70" cy="70" rx="62" ry="5" fill="currentColor" opacity="0.18" />
      <rect x="4" y="8" width="126" height="56" rx="12" stroke="currentColor" strokeWidth="4" />
      <path d="M136 26h4a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-4" stroke="currentColor" strokeWidth="4" />
      <rect x="13" y="17" width="12" height="38" rx="4" fill="var(--amber)" />
      <path
        d="M34 18h86M34 24h86"
        stroke="currentColor"
        strokeWidth="2"
        opacity="0.22"
        strokeLinecap="round"
      />
    </svg>
  )
}
