/**
 * Merchant content is markup or text, never a script: hostile content through every path that a merchant has,
 * on pages cached for guests (policy with hashes) and on pages of one shopper (policy with a nonce). A shop
 * of its own, because the layout blocks are on every page.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { projectRoot } from '../../server/project-root.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { hydrated } from '../shopper.ts'

/** Names the attempt that ran; the page must never define it. */
const hostile = (place: string) =>
  `${place} text<p id="start">window.ran="id in ${place}"</p><script>window.ran="inline in ${place}"</script>` +
  `<script type="module">window.ran="module in ${place}"</script><a name="start" href="#start">x</a>` +
  `<img name="currentScript" src="/no.svg" onerror="window.ran='handler in ${place}'">` +
  `<iframe srcdoc="<script>top.ran='frame in ${place}'</script>"></iframe>` +
  `<svg><script>window.ran="svg in ${place}"</script></svg><a href="javascript:window.ran='link'">y</a>`

const text = (place: string) => `${place} </script><script>window.ran="text in ${place}"</script>`

const widgets = [
  'footer-help',
  'footer-be',
  'footer-customer-service',
  'store-message',
  'store-message-footer',
  'cookie-alert',
]

const records = [
  ...widgets.map((slug) => ({
    record: 'widget',
    store: 'da',
    slug,
    content: hostile(`widget ${slug}`),
    hidden: false,
  })),
  {
    record: 'content_page',
    store: 'da',
    path: 'hostile',
    title: text('title'),
    body: hostile('page'),
    published: true,
  },
  { record: 'brand', slug: 'hostile', name: 'Hostile </script><script>ran=1</script>' },
  {
    record: 'category',
    code: 'hostile',
    position: 1,
    showInMenu: true,
    texts: { da: { name: text('category'), slug: 'hostile', description: hostile('category') } },
  },
  {
    record: 'product',
    sku: 'HOSTILE-1',
    type: 'standard',
    brand: 'hostile',
    categories: ['hostile'],
    fits: [text('device')],
    stores: {
      da: {
        name: text('product'),
        slug: 'hostile-product',
        description: hostile('product'),
        vatPercent: 25,
        prices: [{ q: 1, p: 99 }],
        stock: { available: 10 },
      },
    },
  },
  {
    record: 'deal',
    store: 'da',
    title: text('deal'),
    sku: 'HOSTILE-1',
    discount: 10,
    startsAt: '2020-01-01T00:00:00Z',
    expiresAt: '2099-01-01T00:00:00Z',
  },
  {
    record: 'search_hint',
    store: 'da',
    triggers: ['hostile'],
    hint: text('hint'),
    url: '/da/hostile',
    urlTitle: text('hint link'),
  },
]

const feed = [
  'id\ttitle\tdescription\tprice\tavailability\tbrand\tproduct_type',
  ['HOSTILE-2', 'Feed product', 'Feed text', '49.00 DKK', 'in_stock', 'Hostile', 'Hostile'].join('\t'),
  ['HOSTILE-3', text('feed'), hostile('feed'), '49.00 DKK', 'in_stock', text('b'), text('c')].join('\t'),
].join('\n')

test.describe('hostile content', () => {
  test.describe.configure({ mode: 'serial' })
  let shop: BuiltServer
  let folder: string
  let feedReport = ''

  const anode = (...words: string[]) => {
    const env = { ...process.env, DATA_DIR: shop.dataDir, DATABASE_URL: '', SECRET: '' }
    return promisify(execFile)(process.execPath, ['cli/anode.ts', ...words], { cwd: projectRoot, env })
  }

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anode-hostile-content-'))
    shop = await startBuiltServer({ dataDir: join(folder, 'data') })
    const ndjson = join(folder, 'hostile.ndjson')
    await writeFile(ndjson, records.map((record) => JSON.stringify(record)).join('\n'))
    await anode('import', 'products', ndjson, '--store', 'da')
    const tsv = join(folder, 'hostile.tsv')
    await writeFile(tsv, feed)
    // Rows with markup in them are rejected; the command then exits with 2.
    feedReport = await anode('import', 'products', tsv, '--store', 'da').then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    )
    const link = ['--url', '/da/hostile', '--title', text('link')]
    await anode('hint', 'add', text('command'), '--store', 'da', '--for', 'command', ...link)
  })
  test.afterAll(async () => {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const pages = [
    '/da',
    '/da/hostile',
    '/da/artiklar/hostile-product.html',
    '/da/artiklar/hostile/index.html',
    '/da/maerke/hostile',
    '/da/sogeresultater.html?query=hostile',
    '/da/sogeresultater.html?query=command',
  ]

  // Pictures of a new shop are still being drawn: nothing here waits for them.
  const open = (page: Page, path: string) => page.goto(shop.url + path, { waitUntil: 'domcontentloaded' })

  async function expectNothingRan(page: Page, path: string) {
    // Every page shows the import within a second.
    await expect.poll(async () => (await open(page, path))?.status(), path).toBe(200)
    await hydrated(page)
    await expect(page.locator('#start')).toHaveCount(0)
    expect([path, await page.evaluate(() => (window as { ran?: unknown }).ran)]).toEqual([path, undefined])
  }

  test('[PAGE-09] does not run on pages cached for all guests, and they start', async ({ page }) => {
    for (const path of pages) await expectNothingRan(page, path)
    await open(page, '/da/hostile')
    // The content is there: otherwise nothing was tested.
    await expect(page.locator('article p#content-start')).toHaveText('window.ran="id in page"')
    await expect(page.getByRole('contentinfo')).toContainText('widget footer-help text')
    await open(page, '/da/artiklar/hostile-product.html')
    await expect(page.getByRole('main')).toContainText('window.ran="id in product"')
  })

  test('[PAGE-09] does not run on pages of one shopper, and they start', async ({ page, context }) => {
    await context.addCookies([{ name: 'anode_account', value: 'x', url: shop.url }])
    const answer = await open(page, '/da/hostile')
    expect(answer?.headers()['content-security-policy']).toContain("'nonce-")
    for (const path of [...pages, '/da/checkout', '/da/track-order']) await expectNothingRan(page, path)
  })

  test('is rejected in a feed, or is text there', async ({ page }) => {
    expect(feedReport).toContain('HOSTILE-3')
    await expectNothingRan(page, '/da/sogeresultater.html?query=HOSTILE-2')
    await expect(page.getByRole('main')).toContainText('Feed product')
  })
})
