/** Hints for a term, each with a link (ENTITY-20); a registration number links to its finder. */
import type { SearchHint } from '../../../contract/content.ts'
import { useFinderLinks } from '../../state/use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './search-hints.module.css'

interface SearchHintsProps {
  hints: readonly SearchHint[]
  /** The term may be a registration number. */
  isPlate: boolean
}

export default function SearchHints({ hints, isPlate }: SearchHintsProps) {
  const t = useStrings()
  const finders = useFinderLinks()
  if (hints.length === 0 && !isPlate) return null
  return (
    <ul className={styles.hints} aria-label={t('search.hints')}>
      {isPlate && (
        <li className={styles.hint}>
          {t('search.plate')} <a href={finders.finder('vehicle')}>{t('finder.vehicle')}</a>
        </li>
      )}
      {hints.map(({ id, hint, url, url_title }) => (
        <li key={id} className={styles.hint}>
          {hint} <a href={url}>{url_title}</a>
        </li>
      ))}
    </ul>
  )
}
