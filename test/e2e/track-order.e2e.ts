import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { hydrated, callsTo } from '../shopper.ts'

test('the card with the contact details links to it from help pages, and not from the page itself', async ({
  request,
}) => {
  const card = async (path: string) => (await (await request.get(path)).text()).split('id="help-card"')[1]!
  expect((await card('/sv/shipping')).split('<footer')[0]).toContain('href="/sv/track-order"')
  expect((await card('/sv/track-order')).split('<footer')[0]).not.toContain('href="/sv/track-order"')
})

test('[TRACK-01] [API-29] an order’s number and e-mail show its status, its parcels with the carrier’s link, and what is still to come', async ({
  page,
}) => {
  const at = '2026-11-20T09:00:00.000Z'
  const asked = callsTo(page, 'track-order/S100001')
  await page.route('**/api/track-order/S100001?*', (route) =>
    route.fulfill({
      json: {
        id: 'S100001',
        status: 'processing',
        carrier: 'postnord',
        tracking_url: 'https://carrier.example/1',
        events: [
          { status: 'received', at },
          { status: 'processing', at },
        ],
        parcels: [
          {
            number: 1,
            sent_at: at,
            carrier: 'postnord',
            tracking_url: 'https://carrier.example/1',
            lines: [{ name: 'Laddare 12 V', quantity: 1 }],
          },
        ],
        coming: [
          { uuid: 'a', name: 'Lampa', quantity: 2, arrival: { from: '2026-12-01', to: '2026-12-02' } },
          { uuid: 'b', name: 'Kabel', quantity: 1, arrival: null },
        ],
      },
    }),
  )
  await page.goto('/sv/track-order/S100001')
  await hydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('E-post').fill('anna@exempel.se')
  await main.getByRole('button', { name: 'Visa orderstatus' }).click()
  await expect(main.getByRole('list', { name: 'Orderstatus' }).getByRole('listitem')).toHaveText([
    /^Mottagen/,
    /^Packas/,
  ])
  await expect(main.getByRole('heading', { level: 2, name: 'Order S100001: Packas' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Följ paketet/ })).toHaveAttribute(
    'href',
    'https://carrier.example/1',
  )
  await expect(main.locator('[data-parcel]').getByRole('listitem')).toHaveText(['1 × Laddare 12 V'])
  await expect(main.locator('[data-parcel] .unbroken')).toHaveCSS('display', 'inline')
  await expect(main.locator('[data-coming]').getByRole('listitem')).toHaveText([
    /^2 × Lampa\s*Framme tisdag 1.*onsdag 2\sdecember/,
    /^1 × Kabel\s*Datumet är inte klart än/,
  ])
  expect(new URL(asked[0]!.url()).searchParams.get('email')).toBe('anna@exempel.se')
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
})

test('[TRACK-02] a wrong pair gets the same message, whether the order exists or not', async ({ page }) => {
  await page.goto('/sv/track-order')
  await hydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('Ordernummer').fill('S1')
  await main.getByLabel('E-post').fill('anna@exempel.se')
  await main.getByRole('button', { name: 'Visa orderstatus' }).click()
  await expect(main.getByRole('alert')).toContainText('Vi hittar ingen order')
})
