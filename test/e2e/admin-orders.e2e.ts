/** The back office's frame, its table of orders and its keys, in one visit of a signed-in owner. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { changeMeanwhile, signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'
import { demo, hydrated, invoiceOrder, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const numbers = (page: Page) => page.getByRole('table').getByRole('rowheader')

test('a view of orders survives reload, back and a shared link', async ({ page: admin }) => {
  const email = `kund-${randomUUID()}@exempel.se`
  const first = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 1 }], { email })
  const second = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 9 }], { email })
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/orders?q=${email}`)
  await expect(heading(admin, 'Orders')).toBeVisible()
  await expect(numbers(admin)).toHaveText([second, first])
  expect(await barriersOf(admin)).toEqual([])

  await admin.getByRole('button', { name: 'Total' }).click()
  await expect(admin.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  await admin.getByRole('button', { name: 'Total' }).click()
  await expect(numbers(admin)).toHaveText([first, second])

  await admin.keyboard.press('f')
  await admin.getByRole('menuitem', { name: 'Status', exact: true }).press('Enter')
  await admin.getByRole('checkbox', { name: 'Cancelled' }).check()
  await expect(admin.getByText('Nothing matches')).toBeVisible()
  await admin.keyboard.press('Escape')
  expect(await barriersOf(admin)).toEqual([])
  const filtered = admin.url()
  await admin.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(numbers(admin)).toHaveText([first, second])
  await admin.goBack()
  await expect(admin.getByText('Nothing matches')).toBeVisible()
  expect(admin.url()).toBe(filtered)
  await admin.goBack()
  await admin.getByRole('button', { name: 'Filter', exact: true }).click()
  await admin.getByRole('menuitem', { name: 'Placed', exact: true }).press('Enter')
  await admin.getByLabel('From', { exact: true }).fill('2036-11-27')
  await expect(admin.getByText('Nothing matches')).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Remove the filter Placed' }).click()
  await expect(numbers(admin)).toHaveText([first, second])

  await admin.getByRole('button', { name: 'Display' }).click()
  await admin.getByRole('checkbox', { name: 'Email' }).check()
  await admin.getByRole('checkbox', { name: 'Compact rows' }).check()
  await expect(admin.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.reload()
  await expect(numbers(admin)).toHaveText([first, second])
  await expect(admin.getByRole('columnheader', { name: 'Email' })).toBeVisible()

  const view = admin.url()
  await admin.getByRole('button', { name: 'Views' }).click()
  await admin.getByRole('menuitem', { name: 'Save this view' }).click()
  await admin.getByLabel('Name').fill(`Two orders ${first}`)
  await admin.getByRole('button', { name: 'Save this view' }).click()
  await expect(admin.getByText('The view is saved')).toBeVisible()
  await admin.goto(`${url}/orders`)
  await admin.getByRole('button', { name: 'Views' }).click()
  await admin.getByRole('menuitem', { name: `Two orders ${first} 2` }).click()
  await expect(numbers(admin)).toHaveText([first, second])
  expect(new URL(admin.url()).searchParams).toEqual(new URL(view).searchParams)

  // The link above the order leads back to the table as it was filtered.
  await numbers(admin).first().getByRole('link').click()
  await expect(heading(admin, first)).toBeVisible()
  await admin.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(numbers(admin)).toHaveText([first, second])
  expect(new URL(admin.url()).searchParams).toEqual(new URL(view).searchParams)
  await admin.goto(`${admin.url()}&limit=1`)
  await admin.getByRole('link', { name: 'Next' }).click()
  await expect(numbers(admin)).toHaveText([second])
  await admin.getByRole('link', { name: 'First page' }).click()
  await expect(numbers(admin)).toHaveText([first])
})

test('keys alone lead through the back office, whose texts are there in five languages', async ({
  page: admin,
}) => {
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(url)
  await expect(heading(admin, 'To do')).toBeVisible()
  await admin.keyboard.press('?')
  const help = admin.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Go to Orders')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await admin.keyboard.press('g')
  await admin.keyboard.press('o')
  await expect(heading(admin, 'Orders')).toBeVisible()
  await admin.keyboard.press('Control+k')
  const commands = admin.getByRole('dialog', { name: 'Search and commands' })
  await expect(commands.getByRole('combobox')).toBeFocused()
  await admin.keyboard.type('to do')
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Enter')
  await expect(heading(admin, 'To do')).toBeVisible()

  const customer = await customers().add()
  await admin.goto(`${url}/customers/${customer.id}`)
  await expect(admin.getByRole('link', { name: customer.email })).toBeVisible()
  await admin.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const profile = admin.getByRole('dialog', { name: 'Edit the customer', exact: true })
  await profile.getByLabel('Phone').fill('070-174 06 99')
  expect(await barriersOf(admin)).toEqual([])
  await profile.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(profile).toBeHidden()
  await expect(admin.getByText('070-174 06 99').first()).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  const download = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Export personal data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^customer-C\d+\.json$/)
  await admin.getByRole('button', { name: 'Erase the customer' }).click()
  const erase = admin.getByRole('dialog', { name: 'Erase the customer' })
  expect(await barriersOf(admin)).toEqual([])
  await erase.getByRole('button', { name: 'Erase the customer' }).click()
  await expect(heading(admin, 'Customers')).toBeVisible()

  const sections = admin.getByRole('navigation', { name: 'Sections' })
  for (const [link, title = link] of [
    ['Returns'],
    ['Withdrawals'],
    ['Customers'],
    ['Products'],
    ['Searches', 'Searches without results'],
    ['Audit'],
  ] as const) {
    await sections.getByRole('link', { name: link }).click()
    await expect(heading(admin, title)).toBeVisible()
    expect(await barriersOf(admin), title).toEqual([])
  }

  await admin.getByRole('button', { name: 'Filter', exact: true }).click()
  await admin.getByRole('menuitem', { name: 'Action' }).click()
  await admin.getByRole('searchbox', { name: 'Find in the list' }).fill('data erased')
  await admin.getByRole('checkbox', { name: 'Customer data erased' }).check()
  await expect(admin.getByRole('cell', { name: 'Customer data erased' }).first()).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')

  await admin.getByRole('button', { name: /language and help/ }).click()
  await admin.getByRole('menuitemradio', { name: 'Svenska' }).click()
  await expect(heading(admin, 'Ändringslogg')).toBeVisible()
  await expect(admin.locator('html')).toHaveAttribute('lang', 'sv')
  await admin.goto(`${url}/nowhere`)
  await expect(heading(admin, 'Sidan finns inte')).toBeVisible()
})

test('two orders are selected, checked and shipped as one job, whose labels are printed together', async ({
  page: admin,
}) => {
  const email = `kund-${randomUUID()}@exempel.se`
  const orders = [
    await invoiceOrder(admin, [{ sku: demo.dear, quantity: 1 }], { email }),
    await invoiceOrder(admin, [{ sku: demo.dear, quantity: 2 }], { email }),
  ]
  const url = await signInStaff(admin, customers().db, 'warehouse')
  await admin.goto(`${url}/orders?q=${email}`)
  await admin.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
  await admin.getByRole('button', { name: 'Ship orders' }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Ship orders' })
  await dialog.getByRole('button', { name: 'See what would change' }).press('Enter')
  await expect(dialog.getByText('2 orders can be shipped, 0 cannot.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Ship 2 orders' }).press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: /^Shipping of orders \d+$/ })).toBeVisible()
  const rows = admin.getByRole('region', { name: 'Rows' }).getByRole('row')
  for (const number of orders) await expect(rows.filter({ hasText: number })).toContainText('Shipped')
  expect(await barriersOf(admin)).toEqual([])
  const labels = admin.getByRole('link', { name: 'Labels (PDF)' })
  const beginning = await labels.evaluate(async (link: HTMLAnchorElement) =>
    (await (await fetch(link.href)).text()).slice(0, 5),
  )
  expect(beginning).toBe('%PDF-')
})

test('staff read an order, write a note, preview a refund and ship by keys and dialogs', async ({
  page: admin,
}) => {
  const number = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 3 }])
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/orders/${number}`)
  await expect(heading(admin, number)).toBeVisible()
  await admin.getByText('How this price came about').click()
  await expect(admin.getByText('List price')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  // The buyer has no account: the personal data are found at the order.
  const download = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Export personal data' }).click()
  expect((await download).suggestedFilename()).toBe(`buyer-${number}.json`)
  await admin.getByRole('button', { name: 'Erase the buyer’s data' }).click()
  const erase = admin.getByRole('dialog', { name: 'Erase the buyer’s data' })
  await erase.getByRole('button', { name: 'Erase the buyer’s data' }).press('Enter')
  await expect(erase.getByText('The customer has orders that are not finished.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')

  await admin.getByLabel('New note').fill('<b>Ring</b> before 9 @')
  await expect(admin.getByRole('listbox', { name: 'Colleagues' })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByLabel('New note').press('Enter')
  await expect(admin.getByLabel('New note')).toHaveValue(/before 9 @.+ $/)
  await admin.getByRole('button', { name: 'Save the note' }).click()
  await expect(admin.getByText(/<b>Ring<\/b> before 9 @.+/)).toBeVisible()

  await admin.locator('h1').click()
  await admin.keyboard.press('r')
  const refund = admin.getByRole('dialog', { name: 'Refund', exact: true })
  await expect(refund).toBeVisible()
  expect(admin.url()).toBe(`${url}/orders/${number}/refund`)
  // Nothing has been invoiced yet: a price cannot be reduced, units can be taken out.
  await expect(refund.getByRole('spinbutton', { name: /^Amount, / })).toBeDisabled()
  await refund.getByLabel('Reason').selectOption('not_delivered')
  await refund.getByRole('spinbutton', { name: /^Units, / }).fill('1')
  await expect(refund.getByText('Not charged')).toBeVisible()
  await expect(refund.getByRole('button', { name: /^Refund / })).toBeEnabled()
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await expect(refund).toBeHidden()

  await admin.keyboard.press('s')
  const ship = admin.getByRole('dialog', { name: 'Ship', exact: true })
  await ship.getByRole('spinbutton').fill('999')
  await ship.getByRole('button', { name: 'Ship a part' }).click()
  await expect(ship.getByRole('spinbutton')).toHaveAccessibleDescription(
    /^Enter a whole number from 0 to \d+ for “.+”\.$/,
  )
  await expect(ship.getByRole('spinbutton')).toBeFocused()
  await ship.getByRole('spinbutton').fill('2')
  await ship.getByLabel('Tracking number').fill(`TRACK-${number}`)
  expect(await barriersOf(admin)).toEqual([])
  await ship.getByRole('button', { name: 'Ship a part' }).click()
  await expect(ship).toBeHidden()
  await expect(admin.getByText(`TRACK-${number}`).first()).toBeVisible()
  await expect(admin.getByText('2 shipped')).toBeVisible()

  await admin.goto(`${url}/orders/${number}/packing-slip`)
  await expect(heading(admin, `Följesedel ${number}`)).toBeVisible()
  await expect(admin.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  await admin.goto(`${url}/orders/${number}/ship`)
  await ship.getByRole('checkbox', { name: /^Book a parcel/ }).check()
  await ship.getByRole('button', { name: 'Ship everything that is left' }).click()
  await expect(ship).toBeHidden()
  const label = admin.getByRole('link', { name: /^Label \(PDF\)/ })
  await expect(label).toBeVisible()
  const printed = await admin.evaluate(
    async (address) => {
      const answer = await fetch(address)
      return `${answer.status} ${(await answer.text()).slice(0, 5)}`
    },
    (await label.getAttribute('href'))!,
  )
  expect(printed).toBe('200 %PDF-')

  await admin.goto(`${url}/audit?filter.object=order:${number}`)
  await expect(
    admin
      .getByRole('row', { name: new RegExp(`manager.*Order shipped.*${number}.*In processing Shipped`) })
      .first(),
  ).toBeVisible()
})

test('staff correct a delivery address before the order is shipped', async ({ page: admin }) => {
  const number = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 9 }])
  const url = await signInStaff(admin, customers().db, 'service')
  await admin.goto(`${url}/orders/${number}/address`)
  const dialog = admin.getByRole('dialog', { name: 'Change the address', exact: true })
  await dialog.getByLabel('Postal code').fill('1')
  await dialog.getByRole('button', { name: 'Change the address' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^This postal code does not exist/)
  expect(await barriersOf(admin)).toEqual([])
  await dialog.getByLabel('Postal code').fill('222 22')
  await dialog.getByLabel('Street').fill('Nygatan 2')
  const theirs = { street: 'Nygatan 1', expected: {} }
  await changeMeanwhile(admin, 'POST', `/admin/api/orders/${number}/address`, theirs)
  await admin.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Nygatan 1' })).toBeVisible()
  await expect(dialog.getByLabel('Street')).toHaveValue('Nygatan 2')
  await dialog.getByLabel('Street').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Nygatan 2')).toBeVisible()
  await expect(admin.getByText(/^Address until /).first()).toBeVisible()
})

test('a picking list, packing slips in batch, and an answer to "where is my order" come from a view of orders', async ({
  page: admin,
}) => {
  const email = `kund-${randomUUID()}@exempel.se`
  const first = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 2 }], { email })
  const second = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 3 }], { email })
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/orders?q=${email}`)
  await admin.getByRole('link', { name: 'Picking list' }).click()
  await expect(heading(admin, 'Picking list')).toBeVisible()
  await expect(admin.getByRole('cell', { name: '5', exact: true })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  const place = admin.getByRole('textbox', { name: `Place of ${demo.dear}` })
  // A colleague writes another place first; saving again replaces it.
  const stored = (await place.inputValue()) || null
  const mine = stored === 'C4' ? 'D5' : 'C4'
  await place.fill(mine)
  const theirs = { place: 'B1', expected: stored }
  await changeMeanwhile(admin, 'PUT', `/admin/api/products/sv/${demo.dear}/place`, theirs)
  await place.press('Enter')
  await expect(admin.getByRole('alert')).toContainText('Somebody else has set this to B1 meanwhile.')
  await place.press('Enter')
  await expect(admin.getByText('The place is saved')).toBeVisible()
  await admin.reload()
  await expect(place).toHaveValue(mine)

  await admin.getByRole('link', { name: 'Packing slips' }).click()
  await expect(heading(admin, `Följesedel ${first}`)).toBeVisible()
  await expect(heading(admin, `Följesedel ${second}`)).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  await admin.goto(`${url}/orders/${first}`)
  await admin.getByRole('link', { name: 'Where is my order?' }).click()
  const answer = admin.getByRole('dialog', { name: 'Where is my order?' })
  await expect(answer.getByText(`Vi har tagit emot din order ${first}`)).toBeVisible()
  const mail = await answer.getByRole('link', { name: 'Write a mail' }).getAttribute('href')
  expect(new URL(mail!).searchParams.get('subject')).toBe(`Din order ${first}`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await expect(answer).toBeHidden()
})

test('staff place an order on invoice, and mail a link to another one that its customer pays', async ({
  page: admin,
}) => {
  const email = `kund-${randomUUID()}@exempel.se`
  const url = await signInStaff(admin, customers().db, 'service')
  const fillIn = async () => {
    await admin.goto(`${url}/orders`)
    await admin.getByRole('link', { name: 'New order' }).click()
    await admin.getByLabel('Email').fill(email)
    await admin.getByLabel('Item number, line 1').fill(demo.dear)
    await admin.getByRole('button', { name: 'Calculate' }).click()
    await admin.getByLabel('First name').fill('Karin')
    await admin.getByLabel('Last name').fill('Ek')
    await admin.getByLabel('Phone').fill('070-123 45 67')
    await admin.getByLabel('Identity or company number').fill('811228-9874')
    await admin.getByLabel('Street').fill('Storgatan 1')
    await admin.getByLabel('Postal code').fill('123 45')
    await admin.getByLabel('City').fill('Luleå')
    await admin.getByRole('combobox', { name: 'Shipping method' }).selectOption({ index: 1 })
  }
  await fillIn()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Place the order' }).click()
  await expect(admin.getByText('Placed by staff')).toBeVisible()

  await fillIn()
  await admin.getByRole('combobox', { name: 'Service point' }).selectOption({ index: 1 })
  await admin.getByRole('combobox', { name: 'Payment' }).selectOption('Payment link by mail')
  await admin.getByRole('button', { name: 'Send the link' }).click()
  await expect(heading(admin, 'Orders')).toBeVisible()
  const { id } = await customers()
    .db.selectFrom('checkout')
    .select('id')
    .where(sql<string>`contact->>'email'`, '=', email)
    .where('order_id', 'is', null)
    .executeTakeFirstOrThrow()
  await admin.goto(`/sv/checkout/${id}`)
  await hydrated(admin)
  await expect(admin.getByLabel('Förnamn')).toHaveValue('Karin')
  await expect(admin.getByRole('radio').and(admin.locator('[name=servicePoint]')).nth(1)).toBeChecked()
  await admin.getByRole('radio', { name: 'Faktura Betala inom 14 dagar' }).check()
  await admin.getByLabel('Personnummer').fill('811228-9874')
  await admin.getByRole('checkbox').and(admin.locator('[name=acceptTerms]')).check()
  await shopperIn(admin).placeOrder()
  const number = (await admin.locator('[data-order-number]').getAttribute('data-order-number'))!
  await admin.goto(`${url}/orders?q=${email}`)
  await expect(numbers(admin)).toHaveCount(2)
  await admin.getByRole('link', { name: number }).click()
  await expect(heading(admin, number)).toBeVisible()
  await expect(admin.getByText(/^service \d+, by payment link$/)).toBeVisible()
})

test('a shared view is used and exported by a colleague, who filters tables, sends a mail again and cancels an order', async ({
  page: admin,
}) => {
  const email = `kund-${randomUUID()}@exempel.se`
  const number = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 1 }], { email })
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/orders?q=${email}&columns=number,total`)
  await admin.getByRole('button', { name: 'Views' }).click()
  await admin.getByRole('menuitem', { name: 'Save this view' }).click()
  await admin.getByLabel('Name').fill(`Shared ${number}`)
  await admin.getByLabel('Share with all staff').check()
  await admin.getByRole('button', { name: 'Save this view' }).click()
  await expect(admin.getByText('The view is saved')).toBeVisible()

  await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/orders`)
  await admin.getByRole('button', { name: 'Views' }).click()
  await admin.getByRole('menuitem', { name: new RegExp(`^Shared ${number} \\(owner`) }).click()
  await expect(numbers(admin)).toHaveText([number])
  await expect(admin.getByRole('columnheader')).toHaveCount(3)
  const exported = async (link: string) => {
    const download = admin.waitForEvent('download')
    await admin.getByRole('link', { name: link }).click()
    return download
  }
  const csv = await exported('Export CSV')
  expect(await readFile(await csv.path(), 'utf8')).toMatch(
    new RegExp(`^\\uFEFF?.+\\r\\n"?${number}"?[,;].+\\r\\n$`),
  )
  expect((await exported('Export Excel')).suggestedFilename()).toMatch(/\.xlsx$/)

  await numbers(admin).first().getByRole('link').click()
  await expect(heading(admin, number)).toBeVisible()
  // The mail of the order is sent by a job.
  const again = admin.getByRole('button', { name: /^Send again: / }).first()
  await expect(async () => {
    await admin.reload()
    await expect(again).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await again.click()
  await expect(admin.getByText('The mail is being sent')).toBeVisible()
  await admin.goto(`${url}/orders/${number}/cancel`)
  const dialog = admin.getByRole('dialog', { name: 'Cancel the order', exact: true })
  await dialog.getByRole('button', { name: 'Cancel the order' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Cancelled', { exact: true }).first()).toBeVisible()

  const filterBy = async (name: string, choose: () => Promise<void>) => {
    await admin.getByRole('button', { name: 'Filter', exact: true }).click()
    await admin.getByRole('menuitem', { name, exact: true }).click()
    await choose()
    await admin.keyboard.press('Escape')
  }
  await admin.goto(`${url}/audit?filter.object=order:${number}`)
  await filterBy('Action', () => admin.getByRole('checkbox', { name: 'Order cancelled' }).check())
  await expect(admin.getByRole('row')).toHaveCount(2)
  await filterBy('Who', () => admin.getByRole('checkbox', { name: 'Buyer' }).check())
  await expect(admin.getByText('Nothing matches')).toBeVisible()
  await admin.goto(`${url}/products?filter.store=sv`)
  await filterBy('Discontinued', () => admin.getByRole('radio', { name: 'Yes' }).check())
  await filterBy('Item number', async () => {
    await admin.getByRole('textbox', { name: 'Item number' }).fill(demo.dear)
    await admin.keyboard.press('Enter')
  })
  await expect(admin.getByText('Nothing matches')).toBeVisible()
  await admin.getByRole('button', { name: 'Remove the filter Discontinued' }).click()
  await expect(numbers(admin)).toHaveText([demo.dear])
})
