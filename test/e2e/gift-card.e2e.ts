import { longDayText } from '../../app/features/products/long-day-text.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { dayIn } from '../../domain/stores/store-day.ts'
import { demo, hydrated, shopperIn } from '../shopper.ts'

test('a gift card is bought for somebody else, who is named in cart, checkout and confirmation', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  await shopper.startWith(demo.dear)
  const { slug, name } = await shopper.product('GIFT-500')
  await shopper.visit(`/artiklar/${slug}.html`)
  await hydrated(page)
  const who = page.getByRole('group', { name: 'Vem ska ha presentkortet?' })
  const buy = page.getByRole('button', { name: 'Köp', exact: true }).first()
  await who.getByLabel('Skicka det till någon annan').check()
  await buy.click()
  const recipient = who.getByLabel('Mottagarens namn')
  await expect(recipient).toBeFocused()
  await expect(who.getByText('Skriv mottagarens namn.')).toBeVisible()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await expect(who.getByLabel('Skickas den')).toHaveValue(dayIn('sv', Date.now()))
  await recipient.fill('Eva Ek')
  await who.getByLabel('Mottagarens e-postadress').fill('eva@example.se')
  const day = dayIn('sv', Date.now() + 300 * 86_400_000)
  const dayText = longDayText(day, 'sv-SE')
  await who.getByLabel('Skickas den').fill(day)
  await who.getByLabel('Hälsning (valfritt)').fill('Grattis!')
  await buy.click()
  await expect(shopper.cart).toContainText(`Till Eva Ek, skickas ${dayText}`)
  const { items } = (await shopper.stored()).cart
  expect(items.find(({ sku }) => sku === 'GIFT-500')?.gift_recipient).toEqual({
    name: 'Eva Ek',
    email: 'eva@example.se',
    deliver_on: day,
    greeting: 'Grattis!',
  })
  await page.keyboard.press('Escape')
  await who.getByLabel('Jag själv').check()
  await buy.click()
  await expect(shopper.cart.getByRole('listitem').filter({ hasText: name })).toHaveCount(2)
  await shopper.goToCheckout()
  await shopper.fillCheckout()
  await shopper.placeOrder()
  await expect(page.getByRole('main')).toContainText(`Till Eva Ek, skickas ${dayText}`)
})
