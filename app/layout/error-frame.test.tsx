import { renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  useRouteError,
  type RouteObject,
} from 'react-router'
import { describe, expect, it } from 'vitest'
import { ErrorBoundary as LastResort } from '../root.tsx'
import { StringsProvider } from '../../ui/strings.tsx'
import { ErrorBoundary } from './error-frame.tsx'

/** Pages whose loader throws, inside the error frame, inside the last fallback. */
async function pageThatThrows(error: unknown, frame: typeof Frame | null = Frame) {
  const routes: RouteObject[] = [
    {
      id: 'root',
      errorElement: <Last />,
      children: [
        {
          id: 'error-frame',
          ...(frame && { ErrorBoundary: frame }),
          children: [
            {
              id: 'page',
              path: '/sv/page',
              loader: () => {
                throw error
              },
              element: <p>the page</p>,
            },
          ],
        },
      ],
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('http://shop.invalid/sv/page'))
  if (context instanceof Response) throw new Error('a redirect')
  const router = createStaticRouter(handler.dataRoutes, context)
  const html = renderToStaticMarkup(
    <StringsProvider storeCode="sv">
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StringsProvider>,
  )
  return { status: context.statusCode, html }
}

function Frame() {
  return <ErrorBoundary params={{}} error={useRouteError()} />
}

function Last() {
  return <LastResort params={{}} error={useRouteError()} />
}

describe('an error on a page', () => {
  it('[ERROR-01] shows the thrown message and its status', async () => {
    const { status, html } = await pageThatThrows(new Response('Stängt för ommålning', { status: 503 }))
    expect(status).toBe(503)
    expect(html).toContain('503 · Stängt för ommålning')
  })

  it('[ERROR-02] without message or status is a 500 with a general text', async () => {
    for (const error of [{}, new Response(null, { status: 500 })]) {
      const { status, html } = await pageThatThrows(error)
      expect(status).toBe(500)
      expect(html).toContain('500 · An error occurred')
    }
  })

  it('[ERROR-04] for an unknown address says so and links home', async () => {
    const { status, html } = await pageThatThrows(new Response('anything', { status: 404 }))
    expect(status).toBe(404)
    expect(html).toContain('404 · This page could not be found')
    expect(html).toContain('href="/sv"')
  })

  it('[ERROR-10] hides the message of a fault', async () => {
    const { html } = await pageThatThrows(new Error('connect to 10.0.0.3:5432 failed'))
    expect(html).toContain('500 · An error occurred')
    expect(html).not.toMatch(/10\.0\.0|\bat /)
  })

  it('that the frame cannot show still has a text and a link home', async () => {
    const { status, html } = await pageThatThrows(new Error('the error page failed at /srv/anode'), null)
    expect(status).toBe(500)
    expect(html).toContain('An error occurred while showing the error page.')
    expect(html).toContain('<a href="/">')
    expect(html).not.toContain('/srv/anode')
  })
})
