/** Renders a page whole before the first byte goes out: stored pages are compressed and hashed once, as bytes. */
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { serverStrings } from './state/server-strings.server.ts'
import { StringsSource } from './state/strings.tsx'
import { shopContext } from './shop-context.ts'

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Response {
  const shop = context.get(shopContext)
  const html = renderToString(
    <StringsSource.Provider value={serverStrings(shop.store.code)}>
      <ServerRouter
        context={routerContext}
        url={request.url}
        {...(shop.nonce === null ? {} : { nonce: shop.nonce })}
      />
    </StringsSource.Provider>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}

/** Faults are logged by the server that calls the handler; expected refusals (404 …) are not faults. */
export function handleError(error: unknown, { request, context }: { request: Request; context: RouterContextProvider }) {
  if (request.signal.aborted) return
  context.get(shopContext).report(error)
}
