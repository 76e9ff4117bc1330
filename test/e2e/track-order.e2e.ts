import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { hydrated, callsTo } from '../shopper.ts'

test('[TRACK-01] [API-29] an order’s number and e-mail show its status and link to the carrier', async ({
  page,
}) => {
  const at = '2026-11-20T09:00:00.000Z'
  const asked = callsTo(page, 'track-order/S100001')
  await page.route('**/api/track-order/S100001?*', (route) =>
    route.fulfill({
      json: {
        id: 'S100001',
        status: 'shipped',
        carrier: 'postnord',
        tracking_url: 'https://carrier.example/1',
        events: [
          { status: 'received', at },
          { status: 'shipped', at },
        ],
      },
    }),
  )
  await page.goto('/sv/track-order/S100001')
  await hydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('E-post').fill('anna@exempel.se')
  await main.getByRole('button', { name: 'Visa var ordern är' }).click()
  await expect(main.getByRole('list', { name: 'Orderns väg' }).getByRole('listitem')).toHaveText([
    /^Mottagen/,
    /^Skickad/,
  ])
  await expect(main.getByRole('heading', { level: 2, name: 'Order S100001: Skickad' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Följ paketet/ })).toHaveAttribute(
    'href',
    'https://carrier.example/1',
  )
  expect(new URL(asked[0]!.url()).searchParams.get('email')).toBe('anna@exempel.se')
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
})

test('[TRACK-02] a wrong pair gets the same message, whether the order exists or not', async ({ page }) => {
  await page.goto('/sv/track-order')
  await hydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('Ordernummer').fill('S1')
  await main.getByLabel('E-post').fill('anna@exempel.se')
  await main.getByRole('button', { name: 'Visa var ordern är' }).click()
  await expect(main.getByRole('alert')).toContainText('Vi hittar ingen order')
})
