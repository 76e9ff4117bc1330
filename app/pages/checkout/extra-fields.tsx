/** Optional fields that few shoppers need: closed until they are opened, filled in or have errors. */
import { useState, type ReactNode } from 'react'
import styles from './checkout.module.css'

interface ExtraFieldsProps {
  summary: string
  isFilled: boolean
  hasErrors: boolean
  children: ReactNode
}

export function ExtraFields({ summary, isFilled, hasErrors, children }: ExtraFieldsProps) {
  const [isOpen, setIsOpen] = useState(isFilled)
  return (
    <details
      className={styles.extra}
      open={isOpen || hasErrors}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      <div className={styles.extraFields}>{children}</div>
    </details>
  )
}
