/** Products of a category, brand, tag or search: filters, count, order, grid, pages (PAGE-02..04, 08, 12). */
import type { ReactNode } from 'react'
import { listingSorts } from '../../../domain/catalogue/catalogue.ts'
import { useStrings } from '../../state/strings.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { late } from '../../ui/late.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProductGrid } from '../../ui/product-grid.tsx'
import { FacetsButton } from './facets-button.tsx'
import { listingHref } from './listing-address.ts'
import type { ListingView } from './load-listing.server.ts'
import styles from './listing.module.css'

// Links and a popover of the browser's own: they work before their script comes.
const Facets = late(import.meta.env.SSR ? await import('./facets.tsx') : null, () => import('./facets.tsx'))
const ChosenFacets = late(
  import.meta.env.SSR ? await import('./chosen-facets.tsx') : null,
  () => import('./chosen-facets.tsx'),
)

/** Cards above the fold on most windows. */
const eagerCards = 4

interface ListingProps {
  view: ListingView
  /** Stands below the grid. */
  children?: ReactNode
  /** What to say where there is no product. */
  empty?: ReactNode
}

export function ListingHead({
  title,
  lead,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}

export function Listing({ view, children, empty }: ListingProps) {
  const { choice, facets, total, products } = view
  const filtered = Object.keys(choice.facets).length > 0
  if (total === 0 && !filtered) return <>{empty}</>
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
        <Pagination
          page={choice.page}
          pageCount={view.pageCount}
          hrefOf={(page) => listingHref(view.path, { ...choice, page }, view.query)}
        />
        {children && <div className={styles.more}>{children}</div>}
      </div>
    </div>
  )
}

function ListingBar({ view }: { view: ListingView }) {
  const t = useStrings()
  return (
    <div id="grid" className={styles.bar} tabIndex={-1}>
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
        key={choice.sort}
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

function NoMatch({ view }: { view: ListingView }) {
  const t = useStrings()
  return (
    <EmptyState title={<h2>{t('listing.none')}</h2>}>
      <ButtonLink href={listingHref(view.path, { ...view.choice, page: 1, facets: {} }, view.query)}>
        {t('listing.clear')}
      </ButtonLink>
    </EmptyState>
  )
}
