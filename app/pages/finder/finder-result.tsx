/** What a finder ends in: a list of products, or a sentence that says why there is none, with ways on. */
import type { ReactNode } from 'react'
import type { ProductCard } from '../../../domain/catalogue/product.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProductGrid } from '../../features/products/product-grid.tsx'
import styles from './finder.module.css'

/** Cards above the fold on most windows. */
const eagerCards = 4

interface FinderResultProps {
  title: string
  products: readonly ProductCard[]
  /** All that fit, where not all are shown. */
  total?: number
  /** Stands between heading and list. */
  note?: ReactNode
  /** Says why there is none. */
  empty?: { title: string; text?: string }
  /** Ways on: below the list, or beside what says why there is none. */
  children?: ReactNode
}

export function FinderResult({ title, products, total, note, empty, children }: FinderResultProps) {
  const t = useStrings()
  const { phoneNumber } = useStore()
  if (products.length === 0) {
    return (
      <section id="result" className={styles.result} aria-live="polite">
        <EmptyState
          title={<h2>{empty?.title ?? t('finder.none')}</h2>}
          text={empty?.text ?? t('finder.none_text', { phone: phoneNumber })}
        >
          {children}
        </EmptyState>
      </section>
    )
  }
  return (
    <section id="result" className={styles.result} aria-labelledby="result-title">
      <div className={styles.resultHead}>
        <h2 id="result-title">{title}</h2>
        <p role="status">{t('finder.found', { count: total ?? products.length })}</p>
      </div>
      {note}
      <ProductGrid products={products} eager={eagerCards} />
      {children && <div className={styles.ways}>{children}</div>}
    </section>
  )
}
