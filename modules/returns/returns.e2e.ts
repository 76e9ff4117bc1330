import type { Page } from '@playwright/test'
import { barriersOf } from '../../test/accessibility.ts'
import { signInStaff } from '../../test/admin/admin-page.ts'
import { expect, test } from '../../test/browser-test.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { invoiceProviders } from '../../test/composition.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { receiveReturn, refundReturn, rejectReturn } from './handle-return.server.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { hydrated, callsTo, demo, invoiceOrder, people, shopperIn } from '../../test/shopper.ts'
import { testActor } from '../../test/test-actor.ts'

const customers = customersOfTest(test)

/** The tools of staff. */
function services() {
  const { db } = customers()
  const clock = Date.now
  return { db, clock, providers: invoiceProviders({ db, clock }), jobs: { enqueue: async () => {} } }
}

/** An order of the browser's customer for three of one product and one of another, on invoice; delivered. */
async function delivered(page: Page) {
  const shopper = shopperIn(page)
  const [many, one] = [await shopper.product(demo.dear), await shopper.product(demo.withUpselling)]
  const number = await invoiceOrder(page, [
    { sku: many.sku, quantity: 3 },
    { sku: one.sku, quantity: 1 },
  ])
  await shipOrder(services(), testActor, { number, trackingNumber: 'PARCEL-1' })
  await moveOrder(services(), testActor, number, 'delivered')
  return { number, many, one }
}

/** Says of every chosen lithium battery that it is not damaged. */
async function nothingIsDamaged(page: Page): Promise<void> {
  for (const no of await page.getByRole('main').getByRole('radio', { name: 'Nej' }).all()) await no.check()
}

/** Opens an order by its order login. */
async function logInToOrder(page: Page, number: string): Promise<void> {
  await page.goto(`/sv/my-order/${number}`)
  await hydrated(page)
  await page.getByRole('main').getByLabel('E-post').fill(people.sv.email)
  await page.getByRole('main').getByRole('button', { name: 'Visa ordern' }).click()
}

test('[ROUTE-10] [RETURN-01] [RETURN-02] [RETURN-04] a member chooses an order, its lines to return, quantities and reason', async ({
  page,
}) => {
  await logIn(page, await customers().add())
  const { number, many, one } = await delivered(page)
  const main = page.getByRole('main')
  await page.goto('/sv/my-account/orders/return')
  await main.getByRole('link', { name: new RegExp(number) }).click()
  await page.waitForURL(`**/sv/my-account/orders/return/${number}`)
  await hydrated(page)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(`Returnera order ${number}`)
  await expect(main.getByRole('checkbox')).toHaveCount(2)
  const sent = callsTo(page, `orders/${number}/returns`)
  const send = main.getByRole('button', { name: 'Registrera returen' })
  await send.click()
  await expect(main.getByRole('alert')).toHaveText('Välj minst en vara att returnera.')
  await expect(main.getByRole('checkbox').first()).toBeFocused()
  expect(sent).toHaveLength(0)

  // By keyboard alone: the checkbox has the focus.
  await page.keyboard.press('Space')
  await expect(main.getByRole('alert')).toHaveCount(0)
  const group = main.getByRole('group', { name: `Antal: ${many.name}` })
  const quantity = group.getByRole('textbox')
  await quantity.fill('99')
  await quantity.blur()
  await expect(quantity).toHaveValue('3')
  await expect(group.getByRole('button').last()).toBeDisabled()
  await group.getByRole('button').first().click()
  await expect(quantity).toHaveValue('2')
  await main.getByLabel(`Orsak: ${many.name}`).selectOption({ label: 'Fungerar inte' })
  await main.getByLabel(/Något vi bör veta/).fill('Laddar inte.')
  await nothingIsDamaged(page)
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer()
  await main
    .getByLabel('Bilder på felet')
    .setInputFiles({ name: 'fel.jpg', mimeType: 'image/jpeg', buffer: photo })
  const refund = main.locator('section[aria-live]', {
    has: page.getByRole('heading', { name: 'Det här får du tillbaka' }),
  })
  await expect(refund).toContainText(`2 × ${many.name}`)
  const shown = (await refund.getByRole('definition').last().textContent())!
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await send.click()
  await expect(main.getByRole('heading', { name: 'Returen är registrerad' })).toBeFocused()
  expect(sent.map((request) => request.postDataJSON() as unknown)).toEqual([
    { items: [{ sku: many.sku, quantity: 2, reason: 'defective' }], comment: 'Laddar inte.' },
  ])
  await expect(main).toContainText(`${number}-R1`)
  const { rows: photos } = await sql`select 1 from customer_picture p join orders o on o.id = p.order_id
    where o.number = ${number}`.execute(customers().db)
  expect(photos).toHaveLength(1)
  await main.getByRole('button', { name: 'Hämta fraktetikett' }).click()
  const label = main.getByRole('link', { name: 'Öppna fraktetiketten (PDF)' })
  await expect(label).toBeVisible()
  const pdf = await page.request.get((await label.getAttribute('href'))!)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await main.getByRole('link', { name: 'Öppna följesedeln' }).click()
  await page.waitForURL(/\/sv\/my-order\/label\/[0-9a-f]{32}$/)
  await expect(main).toContainText(`2 × ${many.name}`)
  await expect(main).toContainText('Anode Sverige AB')
  await expect(main).not.toContainText(people.sv.address)

  // One unit of the first is left; the return is on the page with its label.
  await page.goto(`/sv/my-account/orders/return/${number}`)
  await expect(main.getByText(`Artikelnr ${many.sku} · högst 1`)).toBeVisible()
  await expect(main.getByText(`Artikelnr ${one.sku} · högst 1`)).toBeVisible()
  await expect(main.getByRole('link', { name: `Följesedel för retur ${number}-R1` })).toBeVisible()
  const entry = main.locator('[data-return-status]')
  await expect(entry).toHaveText('Fraktetiketten är klar')
  await expect(main).toContainText(`Återbetalning: ${shown}`)
  await main.getByRole('button', { name: 'Jag har lämnat in paketet' }).click()
  await expect(entry).toHaveText('På väg till oss')

  // Staff receive and inspect it.
  const url = await signInStaff(page, customers().db, 'warehouse')
  await page.goto(`${url}/returns?q=${number}`)
  const take = async (action: string) => {
    await page.getByRole('button', { name: action, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${action}: ${number}-R1`, exact: true })
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await take('Receive')
  await expect(page.getByRole('cell', { name: 'Received', exact: true })).toBeVisible()
  await page.getByRole('link', { name: `${number}-R1` }).click()
  await expect(page.getByRole('heading', { name: `${number}-R1`, level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${many.sku}.* 2 .*Does not work`) })).toBeVisible()
  await expect(page.getByText('Laddar inte.')).toBeVisible()
  const taken = page.getByRole('img', { name: 'Photo 1' })
  await expect.poll(() => taken.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
  expect(await barriersOf(page)).toEqual([])
  await take('Inspect')
  await expect(page.getByText('Inspected', { exact: true })).toBeVisible()
})

test('[RETURN-02] a return that is not received shows an error, and is one return however often it is sent', async ({
  page,
}) => {
  await logIn(page, await customers().add())
  const { number, many, one } = await delivered(page)
  const main = page.getByRole('main')
  await page.goto(`/sv/my-account/orders/return/${number}`)
  await hydrated(page)
  let answered = false
  // It reaches the shop, but its response is lost.
  await page.route(`**/api/orders/${number}/returns?*`, async (route) => {
    if (answered) return route.continue()
    await route.fetch()
    answered = true
    await route.abort()
  })
  await main.getByRole('checkbox', { name: many.name }).check()
  await main.getByRole('checkbox', { name: one.name }).check()
  await nothingIsDamaged(page)
  await main.getByRole('button', { name: 'Registrera returen' }).click()
  await expect(main.getByRole('alert')).toContainText('kunde inte registreras')
  await expect(main.getByRole('checkbox', { name: one.name })).toBeChecked()
  await main.getByRole('button', { name: 'Registrera returen' }).click()
  await expect(main.getByRole('heading', { name: 'Returen är registrerad' })).toBeFocused()
  await page.goto('/sv/my-account/returns')
  await expect(main).toContainText(`${number}-R1`)
  await expect(main).not.toContainText(`${number}-R2`)
})

test('[ROUTE-12] [RETURN-06] the login of an order returns from that order alone', async ({ page }) => {
  const mine = await delivered(page)
  const other = await delivered(page)
  const main = page.getByRole('main')
  expect((await page.goto(`/sv/my-order/return/${mine.number}`))?.status()).toBe(200)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Visa ordern' })).toBeVisible()

  // Without a number it asks a guest for one.
  await page.goto('/sv/my-order/return')
  await hydrated(page)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Returnera en order')
  await main.getByLabel('Ordernummer').fill(mine.number)
  await main.getByLabel('E-post').fill(people.sv.email)
  await main.getByRole('button', { name: 'Visa ordern' }).click()
  await page.waitForURL(`**/sv/my-order/return/${mine.number}`)
  await hydrated(page)
  await main.getByRole('checkbox', { name: mine.one.name }).check()
  await nothingIsDamaged(page)
  await main.getByRole('button', { name: 'Registrera returen' }).click()
  await expect(main.getByRole('heading', { name: 'Returen är registrerad' })).toBeVisible()

  expect((await page.goto(`/sv/my-order/return/${other.number}`))?.status()).toBe(403)
  await expect(main.getByRole('alert')).toHaveText('Du har inte tillgång till den ordern')
  expect(await page.content()).not.toContain(other.many.name)
  // Without a number it leads to the order of the login.
  await page.goto('/sv/my-order/return')
  await expect(page).toHaveURL(new RegExp(`/sv/my-order/return/${mine.number}$`))
})

test('[RETURN-06] an account cannot return another customer’s order', async ({ page }) => {
  const { number, many } = await delivered(page)
  await logIn(page, await customers().add())
  for (const path of [`my-account/orders/return/${number}`, `my-order/return/${number}`]) {
    expect((await page.goto(`/sv/${path}`))?.status()).toBe(403)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Du har inte tillgång till den ordern')
    expect(await page.content()).not.toContain(many.name)
  }
})

test('[RETURN-03] after thirty days the form is closed and links to customer service', async ({ page }) => {
  const { number } = await delivered(page)
  await sql`update orders set delivered_at = now() - interval '32 days' where number = ${number}`.execute(
    customers().db,
  )
  await logInToOrder(page, number)
  const main = page.getByRole('main')
  await expect(main).toContainText('Tiden för retur gick ut')
  await expect(main.getByRole('link', { name: 'Returnera något' })).toHaveCount(0)
  await page.goto(`/sv/my-order/return/${number}`)
  await expect(main).toContainText('Tiden för retur gick ut')
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Kontakta kundservice' })).toHaveAttribute(
    'href',
    '/sv/contact',
  )
})

test('[RETURN-05] the returns page shows the status of each return', async ({ page }) => {
  await logIn(page, await customers().add())
  const { number, many, one } = await delivered(page)
  const register = async (sku: string) => {
    const data = { items: [{ sku, quantity: 1, reason: 'other' }], comment: '' }
    const answer = await page.request.post(`/api/orders/${number}/returns?locale=sv&sid=7`, { data })
    return ((await answer.json()) as { id: string }).id
  }
  const ids = [
    await register(many.sku),
    await register(many.sku),
    await register(many.sku),
    await register(one.sku),
  ]
  await rejectReturn(services(), testActor, ids[0]!, 'Varan är använd.')
  await receiveReturn(services(), testActor, ids[1]!)
  await refundReturn(services(), testActor, ids[1]!, { shipping: false })
  await receiveReturn(services(), testActor, ids[2]!)
  await page.goto('/sv/my-account/returns')
  const entries = page.getByRole('main').locator('li', { has: page.locator('[data-return-status]') })
  const words = ['Registrerad', 'Mottagen hos oss', 'Pengarna återbetalda', 'Inte godkänd']
  await expect(entries).toHaveCount(4)
  for (const [index, word] of words.entries()) {
    await expect(entries.nth(index)).toContainText(ids[3 - index]!)
    await expect(entries.nth(index)).toContainText(word)
  }
  await expect(page.getByRole('main').getByRole('link', { name: /Följesedel/ })).toHaveCount(1)
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
})

test('goods are exchanged for another variant: the form names what is offered, what is dearer, and what is paid back', async ({
  page,
}) => {
  await logIn(page, await customers().add())
  const { number, one } = await delivered(page)
  const main = page.getByRole('main')
  await page.goto(`/sv/my-account/orders/return/${number}`)
  await hydrated(page)
  const exchanges = (await (
    await page.request.get(`/api/orders/${number}/returns/exchanges?locale=sv&sid=7`)
  ).json()) as { sku: string; variants: { sku: string; name: string; state: string }[] }[]
  const wanted = exchanges
    .find(({ sku }) => sku === one.sku)!
    .variants.find(({ state }) => state === 'offered')!
  await main.getByRole('checkbox', { name: one.name }).check()
  await nothingIsDamaged(page)
  await main
    .getByRole('group', { name: /^Vad vill du ha\?/ })
    .getByRole('radio', { name: 'En annan variant' })
    .check()
  const choice = main.getByRole('combobox', { name: /^Byt till/ })
  const sent = callsTo(page, `orders/${number}/returns`)
  // Nothing is sent before the variant is chosen.
  await main.getByRole('button', { name: 'Registrera returen' }).click()
  await expect(main.getByRole('alert')).toHaveText('Välj vilken variant du vill byta till.')
  await expect(choice).toBeFocused()
  expect(sent).toHaveLength(0)
  await choice.selectOption(wanted.sku)
  const refund = main.locator('section[aria-live]', {
    has: page.getByRole('heading', { name: 'Det här får du tillbaka' }),
  })
  await expect(refund).toContainText(wanted.name)
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await main.getByRole('button', { name: 'Registrera returen' }).click()
  await expect(main.getByRole('heading', { name: 'Returen är registrerad' })).toBeFocused()
  expect(sent.map((request) => request.postDataJSON() as unknown)).toMatchObject([
    { items: [{ sku: one.sku, quantity: 1, exchange_for: wanted.sku }] },
  ])
  await page.goto('/sv/my-account/returns')
  await expect(main).toContainText(wanted.name)
})
