/**
 * `npm run mails`: a local page with every kind of mail in every language, as HTML and as text. The templates are
 * read again at every request, so that a change shows when the page is reloaded.
 */
import { createServer } from 'node:http'
import { createServer as createVite } from 'vite'
import { mailKinds } from '../../domain/mail/mail-kind.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import type * as examples from './mail-examples.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'

const port = Number(process.env['PORT'] ?? 3900)
const vite = await createVite({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
})

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; }
table { border-collapse: collapse; } td, th { padding: 4px 16px 4px 0; text-align: left; }
iframe { width: min(100%, 680px); height: 640px; border: 1px solid #999; background: #fff; }
pre { max-width: 680px; padding: 12px; border: 1px solid #999; white-space: pre-wrap; }
</style></head><body>${body}</body></html>`

function list(): string {
  const cells = (kind: string) =>
    storeCodes
      .map((store) => `<td><a href="/${store}/${kind}" hreflang="${stores[store].iso}">${store}</a></td>`)
      .join('')
  const rows = mailKinds.map((kind) => `<tr><th>${kind}</th>${cells(kind)}</tr>`).join('')
  return page('Mails', `<h1>Mails</h1><table>${rows}</table>`)
}

function variants(title: string, mails: readonly MailText[]): string {
  const parts = mails.map(
    ({ subject, html, text }) =>
      `<h2>${escaped(subject)}</h2><iframe sandbox title="HTML" srcdoc="${escaped(html)}"></iframe>
<pre>${escaped(text)}</pre>`,
  )
  return page(title, `<p><a href="/">All mails</a></p><h1>${title}</h1>${parts.join('')}`)
}

async function answer(path: string): Promise<string | null> {
  if (path === '/') return list()
  const [, store, kind] = path.split('/')
  const code = storeCodes.find((each) => each === store)
  const known = mailKinds.find((each) => each === kind)
  if (code === undefined || known === undefined) return null
  vite.moduleGraph.invalidateAll()
  const { mailExamples } = (await vite.ssrLoadModule('/test/mails/mail-examples.ts')) as typeof examples
  return variants(`${known} (${code})`, (await mailExamples(code))[known])
}

createServer((request, response) => {
  answer(new URL(request.url ?? '/', 'http://localhost').pathname)
    .then((html) => {
      response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(html ?? 'No such mail.')
    })
    .catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(String(error instanceof Error ? error.stack : error))
    })
}).listen(port, '127.0.0.1', () => process.stdout.write(`Mails: http://localhost:${port}\n`))
