/** One page of the account under its own heading. */
import type { ReactNode } from 'react'
import styles from './account-page.module.css'

export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby="account-part">
      <h2 id="account-part">{title}</h2>
      {children}
    </section>
  )
}
