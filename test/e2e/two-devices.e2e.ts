import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, logIn } from '../customers.ts'
import { demo, field, hydrated, people, plainPage, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

test('a customer saves an address, fills the cart on one device and checks out to that address on another', async ({
  page,
}) => {
  const customer = await customers().add({ firstName: 'Anna', lastName: 'Berg' })
  const shopper = shopperIn(page)
  const product = await shopper.product(demo.dear)
  const main = page.getByRole('main')
  await logIn(page, customer)
  await page.goto('/sv/my-account/addresses')
  await hydrated(page)
  await main.getByRole('button', { name: 'Lägg till en adress' }).first().click()
  const { firstName, lastName, postalCode, city } = people.sv
  const address = { firstName, lastName, address: 'Sommarvägen 9', postalCode, city }
  for (const [name, value] of Object.entries(address)) await field(page, name).fill(value)
  await main.getByRole('button', { name: 'Spara' }).click()
  await expect(main.getByText('Sommarvägen 9, 112 51 Stockholm')).toBeVisible()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await shopper.buy(demo.dear)

  // Another device: nothing is stored in it.
  await page.goto('/healthz')
  await page.context().clearCookies({ name: 'anode_account' })
  await page.evaluate(() => localStorage.clear())
  await logIn(page, customer)
  await shopper.visit('/checkout')
  await expect(main).toContainText(product.name)
  await main.getByRole('button', { name: `${firstName} ${lastName}, Sommarvägen 9` }).click()
  await expect(field(page, 'deliveryAddress')).toHaveValue('Sommarvägen 9')

  // A quantity that is lowered on a device after the logout stays lowered after the login.
  const cartOfLogin = async () => {
    const merged = page.waitForResponse((answer) => answer.url().includes('/api/auth/cart'))
    await logIn(page, customer)
    return (await (await merged).json()) as { items: { quantity: number }[] }
  }
  const quantities = async () => (await shopper.stored()).cart.items.map(({ quantity }) => quantity)
  await shopper.visit(plainPage)
  await shopper.openCart()
  const more = shopper.cart.getByRole('group', { name: product.name }).getByRole('button')
  const synced = page.waitForResponse((answer) => answer.url().includes('/api/sync-cart'))
  await more.last().click()
  await synced
  await page.goto('/sv/my-account')
  await hydrated(page)
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await page.waitForURL(/\/(?:sv|no|de|da)\/?$/)
  expect(await quantities()).toEqual([2])
  await shopper.visit(plainPage)
  await shopper.openCart()
  await more.first().click()
  await expect.poll(quantities).toEqual([1])
  expect(await cartOfLogin()).toMatchObject({ items: [{ quantity: 1 }] })

  // What is removed on a device after the logout does not come back with the login.
  await page.goto('/sv/my-account')
  await hydrated(page)
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await page.waitForURL(/\/(?:sv|no|de|da)\/?$/)
  await shopper.visit(plainPage)
  await shopper.openCart()
  await shopper.cart.getByRole('button', { name: `Ta bort ${product.name}` }).click()
  await expect.poll(async () => (await shopper.stored()).cart.items).toEqual([])
  expect(await cartOfLogin()).toMatchObject({ items: [] })
})
