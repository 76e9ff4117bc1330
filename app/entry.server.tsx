/** Renders a page whole before the first byte goes out: stored pages are compressed and hashed once, as bytes. */
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { withEarlyScript } from './early-script.server.ts'
import { scriptsAfterPaint } from './scripts-after-paint.server.ts'
import { serverStrings } from './state/server-strings.server.ts'
import { StringsSource } from './state/strings.tsx'
import { shopContext } from './shop-context.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const shop = context.get(shopContext)
  const { serverHandoffStream: data, ...pageContext } = routerContext
  const html = renderToString(
    <StringsSource.Provider value={serverStrings(shop.store.code)}>
      <ServerRouter
        context={pageContext}
        url={request.url}
        {...(shop.nonce !== null && { nonce: shop.nonce })}
      />
    </StringsSource.Provider>,
  )
  // React leaves a part that failed to the browser and says nothing.
  if (html.includes(failedPart)) shop.report(new Error('A part of the page could not be rendered.'))
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = await withData(scriptsAfterPaint(withEarlyScript(html, shop.nonce)), data, shop.nonce)
  shop.takeDocument(`<!DOCTYPE html>${page}`)
  return new Response(null, { status, headers })
}

/**
 * Adds what the loaders answered, the way React Router's own renderer does it: a script per piece at the end of
 * the body. It would render them through a Suspense boundary, for which all of the page must go through React's
 * streaming renderer; that costs a quarter more time.
 */
async function withData(html: string, data: EntryContext['serverHandoffStream'], nonce: string | null) {
  if (data === undefined) return html
  const open = nonce === null ? '<script>' : `<script nonce="${nonce}">`
  const controller = 'window.__reactRouterContext.streamController'
  const decoder = new TextDecoder()
  let scripts = ''
  for await (const bytes of data) {
    scripts += `${open}${controller}.enqueue('${inScript(decoder.decode(bytes, { stream: true }))}');</script>`
  }
  scripts += `${open}${controller}.close();</script>`
  const end = html.lastIndexOf('</body>')
  return html.slice(0, end) + scripts + html.slice(end)
}

/** How React marks a boundary whose content the browser must render. */
const failedPart = '<!--$!-->'

const escapes = [
  ['\\', '\\\\'], ["'", "\\'"], ['\n', '\\n'], ['\r', '\\r'], ['\u2028', '\\u2028'], ['\u2029', '\\u2029'],
  ['&', '\\u0026'], ['>', '\\u003e'], ['<', '\\u003c'],
] as const // prettier-ignore

/** What may stand between single quotes and cannot end the script. JSON is full of double ones, which stay as they are. */
function inScript(text: string): string {
  return escapes.reduce((written, [character, escape]) => written.replaceAll(character, escape), text)
}

/** Faults are logged by the server that calls the handler; expected refusals (404 …) are not faults. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(shopContext).report(error)
}
