/**
 * Renders a document to a string with `renderToString`, and writes the scripts with the loader data itself. React
 * Router's own way needs React's streaming renderer, which gains nothing for a page that is sent whole: a category
 * page then costs 1.41 times the processor time (decision 47).
 */
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'

interface RenderedDocument {
  /** From `<!DOCTYPE html>` to `</html>`. */
  html: string
  /** Texts of the inline scripts that carry the loader data. */
  dataScripts: readonly string[]
}

/** `elementOf` gives the document's element for what React Router shall render. */
export async function renderDocument(
  context: EntryContext,
  nonce: string | null,
  elementOf: (context: EntryContext) => ReactNode,
): Promise<RenderedDocument> {
  const { serverHandoffStream: data } = context
  const html = renderElements(context, elementOf)
  const dataScripts = data === undefined ? [] : await dataScriptsOf(data)
  return { html: `<!DOCTYPE html>${atEndOfBody(html, dataScripts, nonce)}`, dataScripts }
}

/** What React alone does for a document: the elements of a page whose data is loaded, to a string. */
export function renderElements(
  context: EntryContext,
  elementOf: (context: EntryContext) => ReactNode,
): string {
  const withoutData = { ...context }
  delete withoutData.serverHandoffStream
  return renderToString(elementOf(withoutData))
}

/**
 * The same page by React's streaming renderer, for the benchmark. Its data scripts are in no policy of hashes: it
 * serves pages with a nonce only.
 */
export function renderAsStream(
  context: EntryContext,
  nonce: string | null,
  elementOf: (context: EntryContext) => ReactNode,
): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks).toString(), dataScripts: [] })
        done()
      },
    })
    const { pipe } = renderToPipeableStream(elementOf(context), {
      ...(nonce !== null && { nonce }),
      onAllReady: () => pipe(sink),
      onShellError: reject,
    })
  })
}

/**
 * The scripts that carry the loader data, in the form React Router's own renderer writes them: one per chunk,
 * at the end of the body. That renderer uses a Suspense boundary for them, which requires React's streaming
 * renderer for the whole page.
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
