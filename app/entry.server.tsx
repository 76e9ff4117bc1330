/**
 * Renders a page completely before the first byte is sent: cached pages are compressed and hashed once, as
 * bytes.
 */
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { InlineScriptsContext } from './rendering/document-scripts.tsx'
import { renderAsStream, renderDocument, renderElements } from './rendering/render-document.server.tsx'
import { failedParts } from './rendering/failed-parts.ts'
import { hasFirstStylesOnly, laterStyles } from './rendering/later-styles.server.ts'
import { serverStrings } from './state/server-strings.server.ts'
import { StringsSource } from '../ui/strings.tsx'
import { shopContext } from './shop-context.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const shop = context.get(shopContext)
  const { nonce, switchedOff } = shop
  const route = routerContext.staticHandlerContext.matches.at(-1)?.route.id
  const styles = { href: laterStyles, areDeferred: hasFirstStylesOnly(route) }
  const scripts = new Set<string>()
  const record = (text: string) => void scripts.add(text)
  const render = switchedOff.has('string-renderer') ? renderAsStream : renderDocument
  const elementOf = (pageContext: EntryContext) => (
    <InlineScriptsContext.Provider value={{ nonce, record, switchedOff, laterStyles: styles }}>
      <StringsSource.Provider value={serverStrings(shop.store.code)}>
        <ServerRouter context={pageContext} url={request.url} {...(nonce !== null && { nonce })} />
      </StringsSource.Provider>
    </InlineScriptsContext.Provider>
  )
  const { html, dataScripts } = await render(routerContext, nonce, elementOf)
  if (switchedOff.has('single-rendering')) renderElements(routerContext, elementOf)
  for (const fault of failedParts(html)) shop.report(new Error(fault))
  headers.set('content-type', 'text/html; charset=utf-8')
  dataScripts.forEach(record)
  shop.allowScripts([...scripts])
  return new Response(html, { status, headers })
}

/** Faults are logged by the server that calls the handler; expected refusals (404 …) are not faults. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(shopContext).report(error)
}
