/** A short label on a coloured background. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './badge.module.css'

export function Badge({ look, children }: { look?: 'reduction' | 'good'; children: ReactNode }) {
  return <span className={classNames(styles.badge, look && styles[look])}>{children}</span>
}
