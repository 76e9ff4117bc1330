import { links } from '../../app/links.ts'
import { formatDate } from '../../domain/content/locale-formats.ts'
import { expect, test } from '../browser-test.ts'
import { demo, field, hydrated, shopperIn } from '../shopper.ts'

test('[CHECKOUT-01] [CHECKOUT-05] the day of delivery is the same from the product to the printed confirmation', async ({
  page,
}) => {
  test.slow()
  const shopper = shopperIn(page)
  const [awaited] = await Promise.all([
    shopper.product(demo.awaited),
    shopper.startWith(demo.dear, demo.awaited),
  ])
  const date = formatDate(new Date(awaited.estimated_at!), 'sv-SE', 'Europe/Stockholm')
  const awaitedLabel = `Slut i lager, åter ${date}`
  await page.goto(links.search('sv', demo.awaited))
  await expect(page.locator(`main article[data-sku="${demo.awaited}"]`)).toContainText(awaitedLabel)
  await shopper.visit(`/artiklar/${awaited.slug}.html`)
  await expect(page.getByText(awaitedLabel).first()).toBeVisible()
  const delivery = page.locator('details', { has: page.locator('[data-arrival]') })
  await delivery.locator('summary').click()
  await delivery.getByLabel('Postnummer').fill('1234')
  await delivery.getByLabel('Postnummer').press('Enter')
  await expect(delivery.getByRole('alert')).toHaveText('Skriv fem siffror, till exempel 123 45.')
  await delivery.getByLabel('Postnummer').fill('112 51')
  await delivery.getByLabel('Postnummer').press('Enter')
  await expect(delivery.locator('[data-arrival]')).toHaveText(/^112 51: Framme /)
  const day = (await delivery.locator('[data-arrival]').innerText()).replace('112 51: Framme ', '')
  await expect(delivery.getByRole('listitem').filter({ hasText: 'PostNord till ombud' })).toContainText(day)

  await shopper.openCart()
  await expect(shopper.line(awaited.name)).toContainText(awaitedLabel)
  await shopper.visit('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Kassa' })).toBeFocused()
  await expect(field(page, 'postalCode')).toHaveValue('11251')
  const ordered = page.getByRole('listitem').filter({ hasText: awaited.name })
  await expect(ordered.filter({ hasText: awaitedLabel }).first()).toBeVisible()
  await shopper.fillCheckout()
  const arrival = page.locator('form [data-arrival]')
  await expect(arrival).toContainText(`Framme ${day}`)
  await page.getByRole('radio', { name: /Varorna i lager först/ }).check()
  await expect(arrival).toContainText(/Första leveransen framme .*Resten framme/)
  await expect(arrival).toContainText(`Resten framme ${day}`)
  await expect(shopper.orderButton).toBeEnabled()
  await shopper.placeOrder()

  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const steps = page.getByRole('listitem')
  await expect(steps.filter({ hasText: `1 × ${awaited.name}: framme` })).toHaveCount(1)
  await expect(ordered.filter({ hasText: `I lager hos oss ${date}` })).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Orderbekräftelse', { exact: true })).toBeVisible()
  await expect(page.getByText('Anode Sverige AB')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})
