import { randomUUID } from 'node:crypto'
import { expect, test } from '../browser-test.ts'
import pg from 'pg'
import { stores } from '../../domain/stores/stores.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { allRequestsRecorded, arrived, hydrated } from '../shopper.ts'

test.describe('a content page', () => {
  test('[ROUTE-36] [PAGE-09] shows its text, with its trail', async ({ page }) => {
    const answer = await page.goto('/sv/about')
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Om Anode' })).toBeVisible()
    await expect(page.locator('article h2').first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Du är här' })).toContainText('Om Anode')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/sv\/about$/)
    await expect(page.locator('link[rel=alternate][hreflang=de-DE]')).toHaveAttribute('href', /\/de\/about$/)
  })

  test('[ROUTE-34] [ROUTE-35] [ERROR-04] that does not exist is 404, inside the layout', async ({ page }) => {
    const answer = await page.goto('/sv/any/thing')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('This page could not be found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Till startsidan' })).toHaveAttribute('href', '/sv')
    await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeVisible()
  })

  test('fits a window of 375, 768 and 1440 px, its lines at most 70 letters long', async ({ page }) => {
    for (const path of [
      '/sv/privacy',
      '/de/terms',
      '/sv/track-order/1001',
      '/de/unsubscribe',
      '/no/my-order',
    ]) {
      await page.goto(path)
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width])
        const letters = await page.evaluate(() => {
          const paragraph = document.querySelector('main p')!
          const probe = document.createElement('span')
          probe.textContent = 'Den raska räven hoppar över den lata hunden och somnar på en varm sten'
          probe.style.cssText = 'white-space:nowrap;position:absolute'
          paragraph.append(probe)
          const perLetter = probe.offsetWidth / probe.textContent.length
          probe.remove()
          return (paragraph as HTMLElement).offsetWidth / perLetter
        })
        expect(letters).toBeLessThanOrEqual(72)
      }
    }
  })
})

test.describe('an unpublished page', () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  let postgres: EmbeddedPostgres
  let client: pg.Client
  const slug = `preview-${randomUUID()}`
  const hostile = `<h2>Rubrik</h2><p>Text</p><script>window.ran = true</script>
    <img src="/x.svg" onerror="window.ran = true"><a href="javascript:window.ran = true">klick</a>`

  test.beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ dataDir: process.env['ANODE_TEST_DATA_DIR']!, log })
    client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(
      "insert into content_page (store, path, title, body, published, preview_key) values ('sv', $1, 'Kommande sida', $2, false, 'good-key')",
      [slug, hostile],
    )
  })
  test.afterAll(async () => {
    await client.query('delete from content_page where path = $1', [slug])
    await client.end()
    await postgres.stop()
  })

  test('[ROUTE-13] [ROUTE-51] [PAGE-09] opens by its key alone, unlisted, and its scripts do not run', async ({
    page,
  }) => {
    expect((await page.goto('/sv/page-preview'))?.status()).toBe(200)
    const address = (key: string) => `/sv/page-preview?slug=${slug}&key=${key}`
    const statusOf = async (path: string) => (await page.request.get(path)).status()
    await expect.poll(() => statusOf(address('good-key'))).toBe(200)
    const answer = await page.goto(address('good-key'))
    await expect(page.getByRole('heading', { level: 1, name: 'Kommande sida' })).toBeVisible()
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    expect(answer?.headers()['cache-control']).toContain('no-store')
    for (const key of ['', 'bad-key', 'good-key%20']) expect(await statusOf(address(key))).toBe(404)
    expect(await statusOf(`/de/page-preview?slug=${slug}&key=good-key`)).toBe(404)
    expect(await statusOf(`/sv/${slug}`)).toBe(404)
    await client.query('update content_page set published = true where path = $1', [slug])
    await expect.poll(() => statusOf(`/sv/${slug}`)).toBe(200)
    await page.goto(`/sv/${slug}`)
    await hydrated(page)
    await page.getByText('klick').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Rubrik' })).toBeVisible()
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
})

test.describe('pages with one purpose', () => {
  test('[ROUTE-31] track-order is there, and prefilled with a number from the address', async ({ page }) => {
    await page.goto('/sv/track-order')
    await expect(page.getByLabel('Ordernummer')).toHaveValue('')
    await page.goto('/sv/track-order/1001')
    await expect(page.getByLabel('Ordernummer')).toHaveValue('1001')
    await expect(page.getByRole('main').getByRole('link', { name: stores.sv.phoneNumber })).toBeVisible()
  })

  test('[ROUTE-18] [NEWS-01] unsubscribe reads address and token, asks first, and refuses a wrong token', async ({
    page,
  }) => {
    const posts: unknown[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/api/unsubscribe') && posts.push(request.postDataJSON())),
    )
    expect((await page.goto('/sv/unsubscribe'))?.status()).toBe(200)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await page.goto('/sv/unsubscribe?email=ada@example.com&token=wrong')
    await hydrated(page)
    await expect(page.getByRole('main').getByLabel('E-postadress')).toHaveValue('ada@example.com')
    expect(posts).toEqual([])
    await page.getByRole('button', { name: 'Avsluta' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Länken hör inte till den här adressen',
    )
    expect(posts).toEqual([{ email: 'ada@example.com', token: 'wrong' }])
    // It does not require a login.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Links mailed under the earlier name still lead to the form.
    await page.goto('/sv/unsubscribe?email=ada@example.com&key=wrong')
    await expect(page.getByRole('main').getByLabel('E-postadress')).toHaveValue('ada@example.com')
  })

  test('[LAYOUT-05] have no trail', async ({ page }) => {
    for (const path of ['track-order', 'unsubscribe', 'confirm', 'my-order', 'my-order/return/7']) {
      await page.goto(`/sv/${path}`)
      await expect(page.locator('#content')).toHaveAttribute('data-layout', 'plain')
    }
    await page.goto('/sv/about')
    await expect(page.locator('#content')).toHaveAttribute('data-layout', 'default')
  })
})

test.describe('a fault in the browser', () => {
  test('[ERROR-08] [API-28] is reported, an unhandled rejection too, and a failed report is not reported', async ({
    page,
  }) => {
    const reports: Record<string, unknown>[] = []
    await page.route('**/captuerr', (route) => {
      reports.push(route.request().postDataJSON() as Record<string, unknown>)
      return route.fulfill({ status: 500 })
    })
    await page.goto('/sv/about')
    await hydrated(page)
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.addEventListener('click', () => {
        throw new Error('thrown in a handler')
      })
      button.click()
    })
    await expect.poll(() => reports.length).toBe(1)
    expect(Object.keys(reports[0]!).sort()).toEqual(['error', 'level', 'stack', 'url', 'userAgent'])
    expect(reports[0]).toMatchObject({ error: 'thrown in a handler', level: 'error', url: page.url() })
    await Promise.all([
      page.waitForResponse('**/captuerr'),
      page.evaluate(() => void Promise.reject(new Error('nobody waits'))),
    ])
    await allRequestsRecorded(page)
    expect(reports).toHaveLength(2)
    expect(reports[1]).toMatchObject({ error: 'nobody waits' })
    // The shop itself accepts a report.
    await page.unroute('**/captuerr')
    const answer = page.waitForResponse('**/captuerr')
    await page.evaluate(() => void Promise.reject(new Error('a test of reports')))
    expect((await answer).status()).toBe(204)
  })

  test('[ERROR-07] in loading a page’s script reloads the document once in 60 s', async ({ page }) => {
    await page.clock.install()
    await page.goto('/sv/about')
    await hydrated(page)
    const documents: string[] = []
    page.on(
      'request',
      (request) =>
        void (request.resourceType() === 'document' && documents.push(new URL(request.url()).pathname)),
    )
    const script = await page.evaluate(() => {
      const { __reactRouterManifest: manifest } = window as unknown as {
        __reactRouterManifest: { routes: Record<string, { module: string }> }
      }
      return manifest.routes['track-order']!.module
    })
    await page.route(`**${script}`, (route) => route.abort())
    const leave = async () => {
      await page.evaluate(() => {
        const link = document.createElement('a')
        link.href = '/sv/track-order'
        document.body.append(link)
        link.click()
      })
    }
    await Promise.all([page.waitForEvent('load'), leave()])
    expect(documents).toEqual(['/sv/about'])
    await hydrated(page)
    await leave()
    // Within the pause the page is loaded as a document.
    await page.waitForURL('**/sv/track-order')
    await allRequestsRecorded(page)
    expect(documents).toEqual(['/sv/about', '/sv/track-order'])
    await page.goto('/sv/terms')
    await hydrated(page)
    // Requests in flight would time out when the clock jumps.
    await arrived(page)
    documents.length = 0
    await page.clock.fastForward(61_000)
    await leave()
    await expect.poll(() => documents).toEqual(['/sv/terms'])
    // A document that is still loading would delay the end of the test.
    await hydrated(page)
  })
})
