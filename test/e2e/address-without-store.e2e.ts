import { expect, test } from '../browser-test.ts'
import { hydrated } from '../shopper.ts'

test.describe('an address that names no store', () => {
  test.use({ locale: 'de-DE' })

  test('[ROUTE-35] [ERROR-04] shows a not-found page that works in the language of the visitor', async ({
    page,
  }) => {
    const answer = await page.goto('/collections/lampen?utm_source=x')
    expect(answer!.status()).toBe(404)
    await hydrated(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
    await expect(page).toHaveURL('/de/404?utm_source=x')
    await page.getByRole('main').getByRole('link').last().click()
    await page.waitForURL('/de')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
