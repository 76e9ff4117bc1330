/** Links to a listing's pages; they lead to the top of the grid (ROUTE-44). */
import { useStrings } from '../state/strings.tsx'
import styles from './pagination.module.css'

/** Pages to name: the ends and the neighbours of the present one; null marks a gap. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pageCount])]
    .filter((number) => number >= 1 && number <= pageCount)
    .sort((a, b) => a - b)
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}

interface PaginationProps {
  page: number
  pageCount: number
  /** Address of a page, without the anchor. */
  hrefOf: (page: number) => string
}

export function Pagination({ page, pageCount, hrefOf }: PaginationProps) {
  const t = useStrings()
  if (pageCount < 2) return null
  const link = (number: number) => `${hrefOf(number)}#grid`
  return (
    <nav className={styles.pagination} aria-label={t('listing.pages')}>
      {page > 1 && (
        <a href={link(page - 1)} rel="prev">
          ← <span className="visually-hidden">{t('listing.previous_page')}</span>
        </a>
      )}
      {pageNumbers(page, pageCount).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <a
            key={number}
            href={link(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={t('listing.page', { page: number })}
          >
            {number}
          </a>
        ),
      )}
      {page < pageCount && (
        <a href={link(page + 1)} rel="next">
          <span className="visually-hidden">{t('listing.next_page')}</span> →
        </a>
      )}
    </nav>
  )
}
