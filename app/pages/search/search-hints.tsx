/** What the shop knows besides about a term, each with the page that says more (ENTITY-20). */
import type { SearchHint } from '../../../domain/content/content.ts'
import { useStrings } from '../../state/strings.tsx'
import styles from './search-page.module.css'

export function SearchHints({ hints }: { hints: readonly SearchHint[] }) {
  const t = useStrings()
  if (hints.length === 0) return null
  return (
    <ul className={styles.hints} aria-label={t('search.hints')}>
      {hints.map(({ id, hint, url, url_title }) => (
        <li key={id} className={styles.hint}>
          {hint} <a href={url}>{url_title}</a>
        </li>
      ))}
    </ul>
  )
}
