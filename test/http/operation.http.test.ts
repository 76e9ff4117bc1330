/** How a node behaves for its operator: roles, the listener of METRICS_PORT, a failed start. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { builtServerProgram } from '../../cli/ensure-built.mjs'
import { paymentUrls } from '../../domain/checkout/payment-request.server.ts'
import { runAnodeProcess } from '../anode-command.ts'
import { startBuiltServer } from '../built-server.ts'
import { freePort } from '../free-port.ts'
import { ask } from './shop-client.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anode-operation-'))
  await chmod(dataDir, 0o711)
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

const statusOf = async (url: string, path: string) => (await ask(url, path)).status

it(
  'serves metrics and the details of readiness only on METRICS_PORT if it is set',
  { timeout: 120_000 },
  async () => {
    const metricsPort = await freePort()
    const node = await startBuiltServer({ dataDir, env: { METRICS_PORT: String(metricsPort), DEMO: '0' } })
    try {
      const operators = `http://127.0.0.1:${metricsPort}`
      expect(JSON.parse((await ask(node.url, '/readyz')).text)).toEqual({ status: 'ready' })
      expect(await statusOf(node.url, '/metrics')).toBe(404)
      expect(JSON.parse((await ask(operators, '/readyz')).text)).toEqual({
        status: 'ready',
        catalogue: 'ready',
        database: 'ready',
      })
      const { text } = await ask(operators, '/metrics')
      for (const name of [
        'anode_request_seconds',
        'anode_jobs_waiting{queue="order-mail"}',
        'anode_database_up 1',
      ])
        expect(text).toContain(name)
    } finally {
      await node.stop()
    }
  },
)

it('with ROLE=jobs serves no pages, only health and metrics', { timeout: 120_000 }, async () => {
  const node = await startBuiltServer({ dataDir, env: { ROLE: 'jobs', DEMO: '0' } })
  try {
    expect(await statusOf(node.url, '/sv')).toBe(404)
    expect(await statusOf(node.url, '/api/strings?locale=sv&sid=7')).toBe(404)
    expect(JSON.parse((await ask(node.url, '/readyz')).text)).toMatchObject({ database: 'ready' })
    expect((await ask(node.url, '/metrics')).text).toContain('anode_jobs_oldest_seconds')
  } finally {
    await node.stop()
  }
})

it('offers a payment method while its keys are stored, without a restart', { timeout: 120_000 }, async () => {
  const node = await startBuiltServer({ dataDir, env: { PROVIDERS: 'live', DEMO: '0' } })
  try {
    const run = (words: string[], piped?: string) =>
      runAnodeProcess({ dataDir, databaseUrl: '', variables: { SECRET: '' } }, words, piped)
    const anode = (words: string[], piped?: string) => run(['provider', ...words], piped)
    // The stores of a new shop are closed.
    await run(['settings', 'set', 'opening.isOpenToShoppers', 'true', '--store', 'sv'])
    const page = async () => (await ask(node.url, '/sv/shipping')).text
    const isOffered = async () => (await page()).includes('/payment/kustom.svg')
    expect(await isOffered()).toBe(false)
    const keys = 'username=PK-1\npassword=never-printed'
    expect(await anode(['set', 'kustom', '--store', 'sv'], keys)).toMatchObject({ code: 0, err: '' })
    await expect.poll(isOffered, { timeout: 30_000 }).toBe(true)
    expect(await anode(['remove', 'kustom', '--store', 'sv'])).toMatchObject({ code: 0 })
    await expect.poll(isOffered, { timeout: 30_000 }).toBe(false)
  } finally {
    await node.stop()
  }
})

it('shows a new shop to nobody until a store is opened', { timeout: 120_000 }, async () => {
  const node = await startBuiltServer({ dataDir, env: { DEMO: '0' } })
  try {
    const set = (name: string, value: string) =>
      runAnodeProcess({ dataDir, databaseUrl: '', variables: { SECRET: '' } }, [
        'settings',
        'set',
        name,
        value,
        '--store',
        'de',
      ])
    const page = (path: string) => ask(node.url, path)
    const closed = await page('/de')
    expect(closed.status).toBe(503)
    expect(closed.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'retry-after': '3600',
    })
    expect(closed.text).toContain('<h1>Wir öffnen bald</h1>')
    expect(closed.text).not.toContain('<script')
    for (const path of [
      '/de/sokresultat.html?query=aa',
      '/de/checkout',
      '/de.data',
      '/de/artiklar/x.html',
      // Of no store, and the router would find the pages of one: it matches without regard to case.
      '/DE/artiklar/x.html',
      '/SV/sokresultat.html?query=aa',
      '/SV.data',
      '/xx.data',
      '/_root.data',
    ]) {
      const answer = await page(path)
      expect(answer.status, path).toBe(503)
      expect(answer.text, path).not.toContain('<script')
    }
    const urls = paymentUrls(node.url, 'de', 'klarna', 'c0ffee')
    const returned = new URL(urls.confirmation)
    expect(await statusOf(node.url, returned.pathname + returned.search)).not.toBe(503)
    expect(await statusOf(node.url, '/de/checkout/failed?reason=declined')).toBe(200)
    expect(await statusOf(node.url, new URL(urls.checkout).pathname)).toBe(503)
    // Customers log in, open accounts and review what they bought by the links of their mails.
    for (const query of ['login=%2Fde%2Fmy-account', 'change_password=x', 'token=x']) {
      const { status, headers } = await page(`/de?${query}`)
      expect([status, headers['location']], query).toEqual([302, `/de/track-order?${query}`])
      expect(await statusOf(node.url, `/de/track-order?${query}`), query).toBe(200)
    }
    expect(await statusOf(node.url, '/de?utm_source=x')).toBe(503)
    expect(await statusOf(node.url, '/de/register?token=x')).toBe(200)
    expect(await statusOf(node.url, '/de/review?token=x')).not.toBe(503)
    // Customers of a store that was open reach their orders and what the law wants reachable.
    for (const path of ['/de/track-order', '/de/withdrawal', '/de/cancel-subscription', '/de/accessibility'])
      expect(await page(path), path).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } })
    expect((await page('/robots.txt')).text).not.toContain('/de')
    expect((await page('/sitemap.xml')).text).not.toContain('<loc>')
    for (const path of ['/feeds/de/offers.rss', '/feeds/de/products.tsv', '/sitemaps/de/pages-0.xml'])
      expect(await statusOf(node.url, path), path).toBe(404)

    expect(await set('identity.name', 'Nordlicht')).toMatchObject({ code: 0 })
    await expect.poll(async () => (await page('/de')).text, { timeout: 30_000 }).toContain('Nordlicht')
    expect(await set('opening.isOpenToShoppers', 'true')).toMatchObject({ code: 0 })
    await expect.poll(() => statusOf(node.url, '/de'), { timeout: 30_000 }).toBe(200)
    const home = await page('/de')
    expect(home.text).toContain('| Nordlicht</title>')
    expect(home.headers['x-robots-tag']).toBeUndefined()
    // Its versions in closed stores are not named, and a visitor without a store comes here.
    expect(home.text).not.toContain('hrefLang="sv-SE"')
    expect((await page('/')).headers['location']).toBe('/de')
    expect((await page('/robots.txt')).text).toMatch(/^Disallow: \/de\/checkout$/m)
    expect((await page('/sitemap.xml')).text).toContain('/sitemaps/de/')
    expect(await set('opening.isOpenToShoppers', 'false')).toMatchObject({ code: 0 })
    // The page that was stored while the store was open is not sent.
    await expect.poll(() => statusOf(node.url, '/de'), { timeout: 30_000 }).toBe(503)
  } finally {
    await node.stop()
  }
})

it('reports why it cannot start in one JSON line, and in plain text on a terminal', () => {
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, [builtServerProgram()!], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: 'abc', ...env },
      encoding: 'utf8',
    })
  const machine = start({})
  expect(machine.status).toBe(1)
  expect(JSON.parse(machine.stderr.trim())).toMatchObject({
    level: 60,
    code: 'bad_configuration',
    msg: 'PORT must be a port number.',
  })
  expect(start({ ANODE_PLAIN_START: '1' }).stderr).toBe('PORT must be a port number.\n')
})
