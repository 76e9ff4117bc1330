import { serverTranslate } from '../../app/state/server-strings.server.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { demo, hydrated, shopperIn } from '../../test/shopper.ts'

const customers = customersOfTest(test)

for (const code of storeCodes)
  test(`a customer saves a product and makes a list (${code})`, async ({ page }) => {
    const t = serverTranslate(stores[code])
    const shopper = shopperIn(page, code)
    const main = page.getByRole('main')
    await logIn(page, await customers().add({ store: code }), `/${code}/lists?login`, code)
    const product = await shopper.product(demo.dear)
    await shopper.visit(`/artiklar/${product.slug}.html`)
    const heart = page.getByRole('button', { name: t('list.save_of', { name: product.name }), exact: true })
    await heart.first().click()
    await expect(heart.first()).toHaveAttribute('aria-pressed', 'true')
    await shopper.visit('/my-account')
    await main.getByRole('link', { name: t('list.title') }).click()
    await page.waitForURL(`**/${code}/lists`)
    await expect(main.locator(`[data-line="${demo.dear}"]`)).toBeVisible()
    await main.getByLabel(t('list.new_name')).fill('Huset')
    await main.getByRole('button', { name: t('list.create'), exact: true }).click()
    await expect(main.getByRole('heading', { name: 'Huset' })).toBeVisible()
  })

test('products saved on a device join the account at the login, are shared by link, and go from there into another cart', async ({
  page,
  browser,
}) => {
  const shopper = shopperIn(page)
  const main = page.getByRole('main')
  const lineOf = (sku: string) => main.locator(`[data-line="${sku}"]`)
  const saved = async () =>
    (await shopper.stored()).history as unknown as { saved: { sku: string; onAccount?: boolean }[] }
  const customer = await customers().add()

  // The heart of a product's card, the one of its page, and a line of the cart saved for later.
  const dear = await shopper.product(demo.dear)
  const heart = page.getByRole('button', { name: `Spara ${dear.name}`, exact: true })
  await shopper.visit(`/sokresultat.html?query=${demo.dear}`)
  await page
    .locator(`article[data-sku="${demo.dear}"]`)
    .getByRole('button', { name: /^Spara / })
    .click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await barriersOf(page)).toEqual([])
  await shopper.visit(`/artiklar/${dear.slug}.html`)
  // Before any interaction.
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await shopper.buy(demo.cheap)
  await shopper.cart.getByRole('button', { name: /^Spara till senare/ }).click()
  await expect(shopper.cart.getByText(/sparades till senare/)).toBeVisible()
  expect((await saved()).saved).toMatchObject([{ sku: demo.cheap }, { sku: demo.dear }])
  expect((await shopper.stored()).cart.items).toEqual([])

  // Without a login the list is on the device.
  await page.goto('/sv/lists')
  await expect(lineOf(demo.dear)).toBeVisible()
  await expect(lineOf(demo.cheap)).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await lineOf(demo.cheap)
    .getByRole('button', { name: /^Ta bort/ })
    .click()
  await expect(lineOf(demo.cheap)).toHaveCount(0)
  await main.getByRole('button', { name: 'Ångra' }).click()
  await expect(lineOf(demo.cheap)).toBeVisible()

  // The login joins it with the account's.
  await logIn(page, customer, '/sv/lists?login')
  await expect(main.getByRole('button', { name: 'Sparade varor (2)' })).toBeVisible()
  await expect.poll(async () => (await saved()).saved.every(({ onAccount }) => onAccount)).toBe(true)
  await main.getByLabel('Namn på en ny lista').fill('Sommarhuset')
  await main.getByRole('button', { name: 'Skapa lista' }).click()
  await expect(main.getByRole('heading', { name: 'Sommarhuset' })).toBeVisible()
  await main.getByRole('button', { name: 'Sparade varor (2)' }).click()
  await lineOf(demo.dear).getByRole('combobox').selectOption({ label: 'Sommarhuset' })
  await expect(lineOf(demo.dear)).toHaveCount(0)
  await main.getByRole('button', { name: 'Sommarhuset (1)' }).click()
  await expect(lineOf(demo.dear)).toBeVisible()
  await main.getByRole('button', { name: 'Dela listan' }).click()
  const address = await main.getByLabel('Länk till listan').inputValue()
  expect(await barriersOf(page)).toEqual([])

  // Another person opens the link and puts the list into their cart.
  const other = await (await browser.newContext()).newPage()
  const friend = shopperIn(other)
  const opened = await other.goto(address)
  expect(opened?.status()).toBe(200)
  await expect(other.getByRole('heading', { level: 1, name: 'Sommarhuset' })).toBeVisible()
  await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await hydrated(other)
  await other.getByRole('main').getByRole('button', { name: 'Lägg allt i varukorgen' }).click()
  await expect(friend.cart).toBeVisible()
  await expect.poll(async () => (await friend.stored()).cart.items).toMatchObject([{ sku: demo.dear }])

  // Once the owner ends the sharing, the link leads nowhere.
  await main.getByRole('button', { name: 'Sluta dela' }).click()
  await expect(main.getByRole('button', { name: 'Dela listan' })).toBeVisible()
  expect((await other.goto(address))?.status()).toBe(404)
  await other.context().close()

  // A logout takes the account's saved products from the browser.
  await page.goto('/sv/my-account')
  await hydrated(page)
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await page.waitForURL(/\/sv\/?$/)
  await hydrated(page)
  await expect.poll(async () => (await saved()).saved).toEqual([])
})
