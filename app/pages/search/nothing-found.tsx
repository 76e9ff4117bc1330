/** Shown for a search without products: contact, another search, guides of modules (SEARCH-08). */
import { SearchField } from '../../features/search/search-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import Guides from '../../features/modules/guides.tsx'

export default function NothingFound() {
  const t = useStrings()
  const { phoneNumber } = useStore()
  return (
    <>
      <EmptyState title={<h2>{t('search.none')}</h2>} text={t('search.none_text', { phone: phoneNumber })}>
        <SearchField large />
      </EmptyState>
      <Guides />
    </>
  )
}
