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
