/** An error inside the layout: message, search, categories, link to home (ERROR-01, 02, 04). */
import { useEffect, useRef } from 'react'
import { links } from '../links.ts'
import { wantedPage } from '../state/wanted-page.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { classNames } from '../../ui/class-names.ts'
import loosePlug from '../../ui/drawings/loose-plug.svg?url'
import type { MainCategory } from '../features/menus/main-category.ts'
import { SearchField } from '../features/search/search-field.tsx'
import styles from './error-page.module.css'

export interface ErrorPageProps {
  /** HTTP status; 0 while the browser is offline. */
  status: number
  /** In English; the localized text is above it. */
  message: string
  categories: readonly MainCategory[]
}

export default function ErrorPage(props: ErrorPageProps) {
  return props.status === 0 ? <OfflinePage /> : <Fault {...props} />
}

const loadWanted = () => location.assign(wantedPage() ?? location.href)

/** Loads the wanted page as a document, now or as soon as there is a connection. The cart is in local storage. */
function OfflinePage() {
  const t = useStrings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    addEventListener('online', loadWanted)
    return () => removeEventListener('online', loadWanted)
  }, [])
  return (
    <main className={classNames('wrap', styles.error)}>
      <h1 ref={heading} tabIndex={-1}>
        {t('error.offline')}
      </h1>
      <p className={styles.text}>{t('error.offline_text')}</p>
      <Button look="main" onClick={() => navigator.onLine && loadWanted()}>
        {t('error.retry')}
      </Button>
    </main>
  )
}

function Fault({ status, message, categories }: ErrorPageProps) {
  const t = useStrings()
  const store = useStore()
  const unknown = status === 404 || status === 410
  return (
    <main className={classNames('wrap', styles.error)}>
      <title>{`${message} | ${store.brand}`}</title>
      <meta name="robots" content="noindex" />
      <img src={loosePlug} width={360} height={120} alt="" />
      <h1>{t(unknown ? 'error.not_found' : 'error.fault')}</h1>
      <p className={styles.text}>{t(unknown ? 'error.not_found_text' : 'error.fault_text')}</p>
      <div className={styles.search}>
        <SearchField large />
      </div>
      <Chips
        label={t('menu.label')}
        chips={categories.map(({ name, path }) => ({ text: name, href: links.category(store.code, path) }))}
      />
      <ButtonLink look="main" href={links.home(store.code)}>
        {t('error.home')}
      </ButtonLink>
      <p className="visually-hidden" lang="en">
        {status} · {message}
      </p>
    </main>
  )
}
