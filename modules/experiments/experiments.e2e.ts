/** Experiments: assigned with consent, the same on every page, invisible to the cache of pages. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../test/browser-test.ts'
import {
  allRequestsRecorded,
  arrived,
  callsTo,
  demo,
  plainPage,
  shopperIn,
  withConsent,
} from '../../test/shopper.ts'

// A request that a test does not wait for may still be forwarded when its page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** The experiment runs, with one variant for everybody. */
async function running(page: Page, variant: string) {
  await page.route('**/api/experiments?*', (route) =>
    route.fulfill({ json: [{ key: 'cart-suggestions', variants: [{ key: variant, weight: 1 }] }] }),
  )
  await page.route('**/api/cross-selling-products?*', async (route) => {
    const response = await route.fetch()
    const [card] = (await response.json()) as { id: number }[]
    await route.fulfill({ json: Array.from({ length: 6 }, (_, at) => ({ ...card, id: 900_000 + at })) })
  })
  return callsTo(page, 'experiment-views')
}

/** The experiments that this page pushed to the data layer. */
const pushed = (page: Page) =>
  page.evaluate(() => {
    const events = (window.dataLayer ?? []) as { event?: string }[]
    return events.filter(({ event }) => event === 'experiment')
  })

const suggestions = (page: Page) =>
  page.getByRole('region', { name: 'Tillbehör som passar' }).getByRole('listitem')

test.describe('with consent to statistics', () => {
  test.use({ storageState: withConsent(5) })

  for (const [variant, count] of [
    ['two', 2],
    ['four', 4],
  ] as const)
    test(`[EVENT-11] the cart suggests ${count} products in the variant ${variant}, counted once per visit`, async ({
      page,
    }) => {
      const views = await running(page, variant)
      await shopperIn(page).startInCartWith(demo.cheap)
      await expect(suggestions(page)).toHaveCount(count)
      await expect.poll(() => views.length).toBe(1)
      expect(views[0]!.postDataJSON()).toEqual({ experiment: 'cart-suggestions', variant })
      const group = async () => (await page.context().cookies()).find(({ name }) => name === '__group')?.value
      const first = await group()
      expect(first).toMatch(/^\d{1,3}$/)
      expect(await pushed(page)).toEqual([
        { event: 'experiment', experiment_id: 'cart-suggestions', variant },
      ])
      await page.reload()
      await shopperIn(page).openCart()
      await expect(suggestions(page)).toHaveCount(count)
      await allRequestsRecorded(page)
      expect(await group()).toBe(first)
      expect(views).toHaveLength(1)
      expect(await pushed(page)).toEqual([])
    })

  test('[CONSENT-06] the cookies page lists the cookie of the group, which goes with the consent', async ({
    page,
  }) => {
    await running(page, 'two')
    await page.goto('/sv/cookies')
    const group = async () => (await page.context().cookies()).map(({ name }) => name).includes('__group')
    await expect.poll(group).toBe(true)
    await expect(page.locator('article tr').filter({ hasText: '__group' })).toContainText('30 dygn')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Inställningar för kakor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bara nödvändiga' }).click()
    await expect.poll(group).toBe(false)
  })
})

test('[EVENT-11] [CONSENT-06] a visitor without consent takes part in nothing and gets no cookie', async ({
  page,
}) => {
  const views = await running(page, 'four')
  const asked = callsTo(page, 'experiments')
  await shopperIn(page).startInCartWith(demo.cheap)
  await arrived(page)
  await expect(suggestions(page)).toHaveCount(2)
  expect([...asked, ...views]).toEqual([])
  expect(await pushed(page)).toEqual([])
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__group')
})

test('[EVENT-11] the stored page is the same document for every group', async ({ request }) => {
  const documentFor = async (cookie: string) => {
    const response = await request.get(`/sv${plainPage}`, { headers: { cookie } })
    return { etag: response.headers()['etag'], text: await response.text() }
  }
  const usual = await documentFor('__consent=1')
  expect(await documentFor('__consent=5; __group=7')).toEqual(usual)
  expect(await documentFor('__consent=5; __group=900')).toEqual(usual)
})
