/** Shows a page's error inside the chrome (ERROR-01, 02, 04). */
import { isRouteErrorResponse, Outlet } from 'react-router'
import type { Route } from './+types/error-frame'

export default function ErrorFrame() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main>
      <h1>{status}</h1>
      <p>{status === 404 ? 'This page could not be found' : 'An error occurred'}</p>
    </main>
  )
}
