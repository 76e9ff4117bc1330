/** A message to the shopper, placed where it applies. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

interface NoticeProps {
  look?: 'info' | 'warning' | 'danger' | 'done'
  /** Announced at once when it appears. */
  role?: 'status' | 'alert'
  children: ReactNode
}

export function Notice({ look = 'info', role, children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, look !== 'info' && styles[look])} role={role}>
      {children}
    </div>
  )
}
