/** The search field: a plain form to the results page, which works before any script (CHROME-03, SEARCH-04). */
import { useLocation } from 'react-router'
import { searchPath } from '../../domain/stores/paths.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './search-field.module.css'

/** VALID-01: shorter terms are not searched for. */
export const shortestTerm = 2

export function SearchField({ large = false }: { large?: boolean }) {
  const t = useStrings()
  const { code } = useStore()
  const { pathname, search } = useLocation()
  const address = `/${code}/${searchPath[code]}`
  const term = pathname === address ? (new URLSearchParams(search).get('query') ?? '') : ''
  return (
    <form
      role={large ? undefined : 'search'}
      className={classNames(styles.form, large && styles.large)}
      action={address}
      method="get"
    >
      <input
        key={term}
        className={styles.input}
        type="search"
        name="query"
        defaultValue={term}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        required
        minLength={shortestTerm}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit" className={styles.submit} aria-label={t('search.submit')}>
        <Icon name="search" />
      </button>
    </form>
  )
}
