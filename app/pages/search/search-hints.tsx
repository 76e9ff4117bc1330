/** Hints for a term, each with a link (ENTITY-20); a registration number leads to where a module looks it up. */
import type { SearchHint } from '../../../contract/content.ts'
import { plateLinks } from '../../features/search/module-searches.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './search-hints.module.css'

interface SearchHintsProps {
  hints: readonly SearchHint[]
  /** The term may be a registration number. */
  isPlate: boolean
}

export default function SearchHints({ hints, isPlate }: SearchHintsProps) {
  const t = useStrings()
  const { pagePaths } = useStoreDetails()
  const plates = isPlate ? plateLinks : []
  if (hints.length === 0 && plates.length === 0) return null
  return (
    <ul className={styles.hints} aria-label={t('search.hints')}>
      {plates.map(({ title, text, href }) => (
        <li key={text} className={styles.hint}>
          {t(title)} <a href={href(pagePaths)}>{t(text)}</a>
        </li>
      ))}
      {hints.map(({ id, hint, url, url_title }) => (
        <li key={id} className={styles.hint}>
          {hint} <a href={url}>{url_title}</a>
        </li>
      ))}
    </ul>
  )
}
