/** The chosen filter values of a listing, each a link that removes it. */
import { useStrings } from '../../../ui/strings.tsx'
import { listingHref, toggleFacet } from './listing-address.ts'
import type { ListingView } from './load-listing.server.ts'
import facets from './facets.module.css'
import styles from './listing.module.css'

export default function ChosenFacets({ view }: { view: ListingView }) {
  const t = useStrings()
  const chosen = view.facets.flatMap((facet) =>
    facet.values.filter((value) => value.chosen).map((value) => ({ facet, value })),
  )
  if (chosen.length === 0) return null
  return (
    <ul className={styles.chosen}>
      {chosen.map(({ facet, value }) => (
        <li key={`${facet.code} ${value.code}`}>
          <a
            className={styles.chip}
            href={listingHref(view.path, toggleFacet(view.choice, facet.code, value.code), view.query)}
            aria-label={t('listing.remove_filter', { name: `${facet.name}: ${value.name}` })}
            data-keep-scroll
          >
            <span className={facets.facetName}>{facet.name}:</span> {value.name}{' '}
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a
          className={styles.chip}
          href={listingHref(view.path, { ...view.choice, page: 1, facets: {} }, view.query)}
          data-keep-scroll
        >
          {t('listing.clear')}
        </a>
      </li>
    </ul>
  )
}
