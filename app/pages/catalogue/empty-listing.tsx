/** A list without products: of a category, a brand or a tag. */
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useStrings } from '../../../ui/strings.tsx'

export default function EmptyListing() {
  const t = useStrings()
  return <EmptyState title={<h2>{t('listing.empty')}</h2>} />
}
