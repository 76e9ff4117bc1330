/** A listing's filters as links with counts: shareable, and usable without a script. */
import type { Facet } from '../../../domain/catalogue/catalogue.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { filterSheet } from './facets-button.tsx'
import { listingHref, toggleFacet } from './listing-address.ts'
import type { ListingView } from './load-listing.server.ts'
import styles from './facets.module.css'

/** Values shown before "more". */
const firstValues = 7
/** Filters that are open by default. */
const openFacets = 4

export default function Facets({ view }: { view: ListingView }) {
  const t = useStrings()
  return (
    <aside id={filterSheet} popover="auto" className={styles.rail} aria-label={t('listing.filter')}>
      <div className={styles.head}>
        <b>{t('listing.filter')}</b>
        <Button size="small" popoverTarget={filterSheet} popoverTargetAction="hide">
          {t('chrome.close')}
        </Button>
      </div>
      {view.facets.map((facet, index) => (
        <details
          key={facet.code}
          className={styles.group}
          open={index < openFacets || facet.values.some((value) => value.chosen)}
        >
          <summary>{facet.name}</summary>
          <FacetValues facet={facet} view={view} />
        </details>
      ))}
      <div className={styles.foot}>
        <Button look="main" wide popoverTarget={filterSheet} popoverTargetAction="hide">
          {t('listing.show_hits', { count: view.total })}
        </Button>
      </div>
    </aside>
  )
}

function FacetValues({ facet, view }: { facet: Facet; view: ListingView }) {
  const t = useStrings()
  const first = facet.values.filter((value, index) => index < firstValues || value.chosen)
  const rest = facet.values.filter((value) => !first.includes(value))
  const list = (values: Facet['values']) => (
    <ul className={styles.values}>
      {values.map((value) => (
        <li key={value.code}>
          <a
            className={styles.value}
            href={listingHref(view.path, toggleFacet(view.choice, facet.code, value.code), view.query)}
            aria-current={value.chosen ? 'true' : undefined}
            rel="nofollow"
            data-keep-scroll
          >
            {value.name}
            <span className={styles.number}>
              {value.count}
              {view.facetsAreLeast && '+'}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(first)}
      {rest.length > 0 && (
        <details
          className={styles.rest}
          // Its summary, which had the focus, is hidden once it is open.
          onToggle={({ currentTarget: more }) => more.open && more.querySelector('a')?.focus()}
        >
          <summary>{t('listing.show_more_values')}</summary>
          {list(rest)}
        </details>
      )}
    </>
  )
}
