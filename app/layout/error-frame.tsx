/** Shows a page's error inside the layout, with links to continue (ERROR-01, 02, 04, 10). */
import { isRouteErrorResponse, Outlet, useRouteLoaderData } from 'react-router'
import { hydrateOnInteraction } from '../../ui/lazy-hydration.tsx'
import { useOpenPanel } from '../state/panels.ts'
import type { loader as storeLayoutLoader } from './store-layout.tsx'
import type { Route } from './+types/error-frame'

/** Offline, a page whose script is not loaded cannot fail in its boundary: the error page takes its place. */
export default function ErrorFrame() {
  const isOffline = useOpenPanel() === 'offline'
  return isOffline ? (
    <ErrorPage status={0} message={defaultErrorText} categories={noCategories} />
  ) : (
    <Outlet />
  )
}

const ErrorPage = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./error-page.tsx') : null,
  () => import('./error-page.tsx'),
  true,
)

/** ROUTE-35: the exact text of an unknown route. */
const notFoundText = 'This page could not be found'
/** The text for a missing page (ERROR-02). */
const defaultErrorText = 'An error occurred'

/**
 * The error's own message if it was thrown for the visitor (a Response with a text); never the message of a
 * fault.
 */
function messageOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return defaultErrorText
  if (error.status === 404) return notFoundText
  return typeof error.data === 'string' && error.data !== '' ? error.data : defaultErrorText
}

/** False on the server, where `onLine` is undefined. */
const isOffline = () => navigator.onLine === false

const noCategories: never[] = []

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const layout = useRouteLoaderData<typeof storeLayoutLoader>('store-layout')
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : isOffline() ? 0 : 500}
      message={messageOf(error)}
      categories={layout?.categories ?? noCategories}
    />
  )
}
