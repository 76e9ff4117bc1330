/**
 * Says that a corrected word was searched instead of the typed one, or what is shown instead of a brand not
 * sold here.
 */
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface SearchedInsteadProps {
  query: string
  shown: string
  /** The brand that the store does not sell; null: the term was mistyped. */
  brand: string | null
}

export default function SearchedInstead({ query, shown, brand }: SearchedInsteadProps) {
  const t = useStrings()
  return (
    <Notice>
      {brand === null ? t('search.shown_for', { query, shown }) : t('search.instead_of', { brand, shown })}
    </Notice>
  )
}
