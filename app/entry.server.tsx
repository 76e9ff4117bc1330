/** Renders a page whole before the first byte goes out: stored pages are compressed and hashed once, as bytes. */
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
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
  const html = await renderWhole(
    <StringsSource.Provider value={serverStrings(shop.store.code)}>
      <ServerRouter
        context={routerContext}
        url={request.url}
        {...(shop.nonce === null ? {} : { nonce: shop.nonce })}
      />
    </StringsSource.Provider>,
    (error) => shop.report(error),
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

/**
 * Renders the document, doctype included, with every Suspense boundary complete and in its place. React Router hands its data to the browser
 * through such a boundary, which `renderToString` would leave empty.
 */
function renderWhole(element: ReactNode, report: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(element, {
      // Large boundaries stay where they are instead of being moved in by script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: report,
    })
  })
}

/** Faults are logged by the server that calls the handler; expected refusals (404 …) are not faults. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(shopContext).report(error)
}
