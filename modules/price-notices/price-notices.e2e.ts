import { randomUUID } from 'node:crypto'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { mailedPath, mailsTo } from '../../test/outbox.ts'
import { demo, hydrated, shopperIn } from '../../test/shopper.ts'

test('a price is watched from the product page once the address is confirmed by the mailed link', async ({
  page,
}) => {
  const email = `bevaka-${randomUUID()}@exempel.se`
  const shopper = shopperIn(page)
  const main = page.getByRole('main')
  const { slug, name } = await shopper.product(demo.dear)
  await shopper.visit(`/artiklar/${slug}.html`)
  await main.getByRole('button', { name: `Bevaka priset på ${name}` }).click()
  const form = main.locator('form', {
    has: page.getByRole('button', { name: 'Mejla mig när priset sjunker' }),
  })
  await form.getByLabel('E-post').fill('inte en adress')
  await form.getByRole('button').click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('E-post').fill(email)
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await form.getByRole('button').click()
  await expect(main.getByRole('group', { name: 'Bekräfta via länken i mejlet' })).toBeFocused()

  // Only the person who reads the address's mails confirms it, once.
  const path = await mailedPath(email, /\/sv\/confirm\?token=[\w.-]+/)
  expect(await mailsTo(email)).toHaveLength(1)
  await page.goto(path)
  await hydrated(page)
  await main.getByRole('button', { name: 'Bekräfta', exact: true }).click()
  await expect(main).toContainText('Du får ett mejl när priset sjunker.')
  await page.reload()
  await hydrated(page)
  await main.getByRole('button', { name: 'Bekräfta', exact: true }).click()
  await expect(main.getByRole('alert')).toContainText('Länken har redan använts')
})
