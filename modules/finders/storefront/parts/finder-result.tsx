/** The result of a finder: a list of products, or the reason why there is none, with links to continue. */
import type { ReactNode } from 'react'
import type { ProductCard } from '../../../../contract/catalogue.ts'
import { useStore, useStrings } from '../../../../ui/strings.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ProductGrid } from '../../../../app/features/products/product-grid.tsx'
import styles from '../finder.module.css'

/** Cards above the fold in most windows. */
const eagerCards = 4

interface FinderResultProps {
  title: string
  products: readonly ProductCard[]
  /** Link to all matches, if not all are shown. */
  total?: number
  /** Rendered between heading and list. */
  note?: ReactNode
  /** The reason for an empty list. */
  empty?: { title: string; text?: string }
  /** Links to continue: below the list, or beside the reason for an empty one. */
  children?: ReactNode
}

export function FinderResult({ title, products, total, note, empty, children }: FinderResultProps) {
  const t = useStrings()
  const { phoneNumber } = useStore()
  if (products.length === 0) {
    return (
      <section id="result" className={styles.result} aria-live="polite">
        <EmptyState
          title={<h2 id="result-title">{empty?.title ?? t('finder.none')}</h2>}
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
