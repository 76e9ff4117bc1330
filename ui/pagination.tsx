/** Links to a listing's pages; they lead to the top of the grid (ROUTE-44). */
import { useStrings } from './strings.tsx'
import styles from './pagination.module.css'

/** A page number with its address without the anchor, or a gap. */
export type PageLink = [number: number, href: string] | null

interface PaginationProps {
  page: number
  /** Every linked page, the previous and next ones included; renders nothing for a single page. */
  pages: readonly PageLink[]
}

export function Pagination({ page, pages }: PaginationProps) {
  const t = useStrings()
  if (pages.length === 0) return null
  const next = (step: 1 | -1) => {
    const link = pages.find((each) => each?.[0] === page + step)
    return (
      link && (
        <a href={`${link[1]}#grid`} rel={step < 0 ? 'prev' : 'next'}>
          {step < 0 && '← '}
          <span className="visually-hidden">
            {t(step < 0 ? 'listing.previous_page' : 'listing.next_page')}
          </span>
          {step > 0 && ' →'}
        </a>
      )
    )
  }
  return (
    <nav className={styles.pagination} aria-label={t('listing.pages')}>
      {next(-1)}
      {pages.map((link, index) =>
        link ? (
          <a
            key={link[0]}
            href={`${link[1]}#grid`}
            aria-current={link[0] === page ? 'page' : undefined}
            aria-label={t('listing.page', { page: link[0] })}
          >
            {link[0]}
          </a>
        ) : (
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ),
      )}
      {next(1)}
    </nav>
  )
}
