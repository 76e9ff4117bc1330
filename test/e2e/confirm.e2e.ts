import { expect, test } from '../browser-test.ts'
import { hydrated } from '../shopper.ts'

test('a confirmation asks first, and says when its link has expired or was used', async ({ page }) => {
  const posts: unknown[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/api/confirmations') && posts.push(request.postDataJSON())),
  )
  for (const [store, button, refused] of [
    ['sv', 'Bekräfta', 'Länken har redan använts'],
    ['de', 'Bestätigen', 'Der Link wurde schon benutzt'],
  ]) {
    await page.goto(`/${store}/confirm?token=used`)
    await hydrated(page)
    await page.getByRole('button', { name: button!, exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(refused!)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(posts).toEqual([{ token: 'used' }, { token: 'used' }])
})

test('the link that a company gets asks before it confirms, and says that it is void', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/sv/confirm?for=company&token=${'x'.repeat(43)}`)
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(/Bekräfta företaget/)
  await main.getByRole('button', { name: 'Bekräfta' }).click()
  await expect(main.getByRole('alert')).toHaveText('Länken gäller inte längre. Kontakta kundservice.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
