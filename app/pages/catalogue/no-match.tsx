/** Shown when a listing's filters match nothing, with a link that removes them. */
import { useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { listingHref } from './listing-address.ts'
import type { ListingView } from './load-listing.server.ts'

export default function NoMatch({ view }: { view: ListingView }) {
  const t = useStrings()
  return (
    <EmptyState title={<h2>{t('listing.none')}</h2>}>
      <ButtonLink href={listingHref(view.path, { ...view.choice, page: 1, facets: {} }, view.query)}>
        {t('listing.clear')}
      </ButtonLink>
    </EmptyState>
  )
}
