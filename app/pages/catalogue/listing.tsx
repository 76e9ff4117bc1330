/**
 * Products of a category, brand, tag or search: filters, count, order, grid, pagination (PAGE-02..04, 08,
 * 12).
 */
import type { ReactNode } from 'react'
import { listingSorts } from '../../../domain/catalogue/catalogue.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { ProductGrid } from '../../features/products/product-grid.tsx'
import type { ListingView } from './load-listing.server.ts'
import styles from './listing.module.css'

// Links and a native popover: they work before hydration.
const Facets = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./facets.tsx') : null,
  () => import('./facets.tsx'),
)
const FacetsButton = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./facets-button.tsx') : null,
  () => import('./facets-button.tsx'),
)
const ChosenFacets = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./chosen-facets.tsx') : null,
  () => import('./chosen-facets.tsx'),
)
const EmptyListing = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./empty-listing.tsx') : null,
  () => import('./empty-listing.tsx'),
)
const NoMatch = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./no-match.tsx') : null,
  () => import('./no-match.tsx'),
)

/** Cards above the fold in most windows. */
const eagerCards = 4

interface ListingProps {
  view: ListingView
  /** Rendered below the grid. */
  children?: ReactNode
  /** Rendered instead of an empty grid, in place of a sentence that says that it is. */
  empty?: ReactNode
}

interface ListingHeadProps {
  title: ReactNode
  /** The number of products, less prominent than the title and on the same line. */
  count?: string
  lead?: ReactNode
  /** The number of products below: with any, the first link leads the keyboard past categories and filters to them. */
  total?: number
  children?: ReactNode
}

export function ListingHead({ title, count, lead, total, children }: ListingHeadProps) {
  const t = useStrings()
  return (
    <div className={styles.head}>
      <h1>
        {title} {count && <span className={styles.headCount}>{count}</span>}
      </h1>
      {!!total && (
        <a className="skip-link" href="#grid">
          {t('listing.skip')}
        </a>
      )}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}

export function Listing({ view, children, empty }: ListingProps) {
  const { choice, facets, total, products } = view
  const filtered = Object.keys(choice.facets).length > 0
  if (total === 0 && !filtered) return <>{empty ?? <EmptyListing />}</>
  return (
    <div className={classNames(styles.layout, facets.length > 0 && styles.withRail)}>
      {facets.length > 0 && <Facets view={view} />}
      <div>
        <ListingBar view={view} />
        <ChosenFacets view={view} />
        {products.length > 0 ? (
          <ProductGrid products={products} eager={eagerCards} />
        ) : (
          <NoMatch view={view} />
        )}
        <Pagination page={choice.page} pages={view.pages} />
        {children && <div className={styles.more}>{children}</div>}
      </div>
    </div>
  )
}

function ListingBar({ view }: { view: ListingView }) {
  const t = useStrings()
  const { page } = view.choice
  return (
    <div
      id="grid"
      className={styles.bar}
      tabIndex={-1}
      role="group"
      aria-label={t(page > 1 ? 'listing.page' : 'listing.grid', { page })}
    >
      <h2 className="visually-hidden">{t('listing.grid')}</h2>
      <p className={styles.count} role="status">
        {t('listing.count', { count: view.total })}
      </p>
      {view.facets.length > 0 && <FacetsButton chosen={Object.values(view.choice.facets).flat().length} />}
      <SortForm view={view} />
    </div>
  )
}

function SortForm({ view: { path, query, choice } }: { view: ListingView }) {
  const t = useStrings()
  return (
    <form className={styles.sort} action={path} method="get" data-keep-scroll>
      {query && <input type="hidden" name="query" value={query} />}
      {Object.entries(choice.facets).flatMap(([code, values]) =>
        values.map((value) => <input key={`${code} ${value}`} type="hidden" name={code} value={value} />),
      )}
      <label htmlFor="sort">{t('listing.sort')}</label>
      <select
        // Set, not rendered again: it keeps the focus while the arrow keys go through the orders.
        ref={(select) => {
          if (select) select.value = choice.sort
        }}
        id="sort"
        name="sort"
        defaultValue={choice.sort}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {listingSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`listing.sort_${sort}`)}
          </option>
        ))}
      </select>
      <Button type="submit" className={styles.apply}>
        {t('listing.apply')}
      </Button>
    </form>
  )
}
