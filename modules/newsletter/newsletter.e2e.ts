import { randomUUID } from 'node:crypto'
import { expect, test } from '../../test/browser-test.ts'
import { hydrated, plainPage } from '../../test/shopper.ts'

test('[CHROME-14] an address for the newsletter is validated first, then sent once, where the store has one', async ({
  page,
}) => {
  const posts: unknown[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/api/newsletter') && posts.push(request.postDataJSON())),
  )
  await page.goto(`/de${plainPage}`)
  await hydrated(page)
  await expect(page.getByRole('contentinfo').locator('form')).toHaveCount(0)
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await page.mouse.move(10, 10)
  await footer.getByLabel('E-postadress').fill('ada@')
  await footer.getByRole('button', { name: 'Anmäl mig' }).click()
  await expect(footer.getByRole('alert')).toContainText('hel e-postadress')
  expect(posts).toEqual([])
  await footer.getByLabel('E-postadress').fill(`ada-${randomUUID()}@example.com`)
  await footer.getByRole('button', { name: 'Anmäl mig' }).click()
  await expect(footer.getByRole('status')).toContainText('Tack')
  expect(posts).toHaveLength(1)
})
