/** One step of checkout. */
import type { ReactNode } from 'react'
import styles from './checkout.module.css'

interface StepFrame {
  number: number
  id: string
  title: string
  children: ReactNode
}

export function Step({ number, id, title, children }: StepFrame) {
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
