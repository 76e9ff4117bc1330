/**
 * The search field: a plain form to the results page that works without a script (CHROME-03, SEARCH-04). The
 * dropdown's script is loaded when the field is first used.
 */
import { lazy, Suspense, useEffect, useRef, useState, type InvalidEvent } from 'react'
import { useLocation } from 'react-router'
import { shortestTerm } from '../../../domain/search/search-term.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './search-field.module.css'

/** If the script fails to load, the field stays a plain form. */
const SearchDropdown = lazy(() => import('./search-dropdown.tsx').catch(() => ({ default: () => <></> })))

export function SearchField({ large = false }: { large?: boolean }) {
  const t = useStrings()
  const { code, paths } = useStore()
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // Once the field is used; or, in place of the browser's bubble, what its check refused last.
  const [used, setUsed] = useState<boolean | InvalidEvent>(false)
  const address = `/${code}/${paths.search}`
  const term = pathname === address ? (new URLSearchParams(search).get('query') ?? '').trim() : ''
  useEffect(() => {
    // The field may have been used before this script was loaded.
    if (document.activeElement === input.current) setUsed(true)
  }, [])
  return (
    <form
      ref={form}
      role={large ? undefined : 'search'}
      className={classNames(styles.form, large && styles.large)}
      data-hint={t('search.submit')}
      action={address}
      method="get"
      onFocus={() => setUsed((was) => was || true)}
    >
      <input
        ref={input}
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
        onInvalid={(event) => {
          event.preventDefault()
          setUsed(event)
        }}
      />
      <button type="submit" className={styles.submit} aria-label={t('search.submit')}>
        <Icon name="search" />
      </button>
      {used && (
        <Suspense>
          <SearchDropdown form={form} input={input} term={term} used={used} />
        </Suspense>
      )}
    </form>
  )
}
