/** A page with one purpose: title, a sentence, its form, and contact details. */
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { HelpCard } from './help-card.tsx'
import styles from './plain-page.module.css'

interface PlainPageProps {
  title: string
  lead?: ReactNode
  /** Subject of a mail to the shop. */
  subject?: string
  children?: ReactNode
}

export function PlainPage({ title, lead, subject, children }: PlainPageProps) {
  return (
    <main className={classNames('wrap', styles.page)}>
      <div className={styles.content}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <HelpCard {...(subject !== undefined && { subject })} />
    </main>
  )
}
