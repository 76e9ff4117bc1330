/**
 * Renders a page completely before the first byte is sent: cached pages are compressed and hashed once, as
 * bytes.
 */
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { InlineScriptsContext } from './document-scripts.tsx'
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
  const { serverHandoffStream: data, ...pageContext } = routerContext
  const { nonce } = shop
  const scripts = new Set<string>()
  const record = (text: string) => void scripts.add(text)
  const html = renderToString(
    <InlineScriptsContext.Provider value={{ nonce, record }}>
      <StringsSource.Provider value={serverStrings(shop.store.code)}>
        <ServerRouter context={pageContext} url={request.url} {...(nonce !== null && { nonce })} />
      </StringsSource.Provider>
    </InlineScriptsContext.Provider>,
  )
  // When rendering a boundary fails, React leaves it to the browser without reporting it.
  if (html.includes(failedPart)) shop.report(new Error('A part of the page could not be rendered.'))
  headers.set('content-type', 'text/html; charset=utf-8')
  const dataScripts = data === undefined ? [] : await dataScriptsOf(data)
  dataScripts.forEach(record)
  shop.takeDocument(`<!DOCTYPE html>${atEndOfBody(html, dataScripts, nonce)}`, [...scripts])
  return new Response(null, { status, headers })
}

/**
 * The scripts that carry the loader data, in the form React Router's own renderer writes them: one per chunk,
 * at the end of the body. That renderer uses a Suspense boundary for them, which requires React's streaming
 * renderer for the whole page and takes 25 % longer.
 */
async function dataScriptsOf(data: NonNullable<EntryContext['serverHandoffStream']>): Promise<string[]> {
  const controller = 'window.__reactRouterContext.streamController'
  const decoder = new TextDecoder()
  const scripts: string[] = []
  for await (const bytes of data)
    scripts.push(`${controller}.enqueue('${inScript(decoder.decode(bytes, { stream: true }))}');`)
  return [...scripts, `${controller}.close();`]
}

const documentEnd = '</body></html>'

function atEndOfBody(html: string, scripts: readonly string[], nonce: string | null): string {
  if (!html.endsWith(documentEnd)) throw new Error('The document does not end with its body.')
  const open = nonce === null ? '<script>' : `<script nonce="${nonce}">`
  const written = scripts.map((text) => `${open}${text}</script>`).join('')
  return html.slice(0, -documentEnd.length) + written + documentEnd
}

/** How React marks a boundary whose content the browser must render. */
const failedPart = '<!--$!-->'

const escapes = [
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['&', '\\u0026'],
  ['>', '\\u003e'],
  ['<', '\\u003c'],
] as const

/**
 * Escapes a text for a single-quoted string inside a script. JSON is full of double quotes, which stay as
 * they are.
 */
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
