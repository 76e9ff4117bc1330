/** Shows a page's error inside the chrome, with ways on (ERROR-01, 02, 04, 10). */
import { isRouteErrorResponse, Outlet, useRouteLoaderData } from 'react-router'
import { links } from '../links.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Chips } from '../ui/chips.tsx'
import { classNames } from '../ui/class-names.ts'
import loosePlug from '../ui/drawings/loose-plug.svg?url'
import { SearchField } from './search-field.tsx'
import type { loader as storeLayoutLoader } from './store-layout.tsx'
import type { Route } from './+types/error-frame'
import styles from './error-frame.module.css'

export default function ErrorFrame() {
  return <Outlet />
}

/** ROUTE-35: the exact text of an unknown route. */
export const notFoundText = 'This page could not be found'
/** ERROR-02. */
export const defaultErrorText = 'An error occurred'

/** The error's own words where it was thrown for the visitor (a Response with a text), never a fault's. */
function messageOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return defaultErrorText
  if (error.status === 404) return notFoundText
  return typeof error.data === 'string' && error.data !== '' ? error.data : defaultErrorText
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useStrings()
  const store = useStore()
  const categories = useRouteLoaderData<typeof storeLayoutLoader>('store-layout')?.categories ?? []
  const status = isRouteErrorResponse(error) ? error.status : 500
  const unknown = status === 404
  const message = messageOf(error)
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
      <p className={styles.status} lang="en">
        {status} · {message}
      </p>
    </main>
  )
}
