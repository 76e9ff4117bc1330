/** A product made in the back office, in four stores and with a picture, is in the shop at once. */
import { randomUUID } from 'node:crypto'
import { changeMeanwhile, signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'

const customers = customersOfTest(test)
const countries = { sv: 'Sverige', no: 'Norge', de: 'Deutschland', da: 'Danmark' }

test('a product with a picture is created in four stores and seen in the shop', async ({
  page: admin,
  request,
}) => {
  const sku = `E2E-${randomUUID().slice(0, 8)}`
  const brand = sku.toLowerCase()
  await customers()
    .db.insertInto('brand')
    .values({ slug: brand, name: `Maker ${sku}` })
    .execute()
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/products`)
  await admin.getByRole('link', { name: 'New product' }).click()
  await admin.getByRole('textbox', { name: 'Item number', exact: true }).fill(sku)
  await admin.getByRole('combobox', { name: 'Brand' }).selectOption(brand)
  for (const [store, country] of Object.entries(countries)) {
    await admin.getByRole('textbox', { name: `Name, ${country}` }).fill(`<i>Cell</i> ${sku} ${store}`)
    await admin.getByRole('textbox', { name: `Address, ${country}` }).fill(`${sku.toLowerCase()}-${store}`)
    await admin.getByRole('textbox', { name: `Text, ${country}` }).fill('A cell.')
    await admin.getByRole('textbox', { name: `Price incl. VAT, ${country}` }).fill('125')
  }
  await admin.getByRole('textbox', { name: 'SEO title, Danmark' }).fill(`Køb celler ${sku}`)
  await admin.getByRole('textbox', { name: 'SEO description, Danmark' }).fill('Fri fragt over 299 kr.')
  await expect(admin.getByText('22 of about 155 characters')).toBeVisible()
  await expect(admin.getByText('SEK 100.00 without VAT')).toBeVisible()
  const category = await customers()
    .db.selectFrom('category')
    .select('code')
    .limit(1)
    .executeTakeFirstOrThrow()
  const categories = admin.getByRole('combobox', { name: 'Add a category' })
  await categories.fill('no-such-category')
  await categories.press('Enter')
  await expect(admin.getByText('No category, or more than one')).toBeVisible()
  await admin.getByRole('textbox', { name: 'Price incl. VAT, Sverige' }).fill('a lot')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Check the marked fields.')).toBeVisible()
  await expect(admin.getByRole('textbox', { name: 'Price incl. VAT, Sverige' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('textbox', { name: 'Price incl. VAT, Sverige' }).fill('125')
  await categories.fill(category.code)
  await categories.press('Enter')
  await expect(admin.getByRole('group', { name: 'Categories' }).getByRole('listitem')).toHaveCount(1)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: `<i>Cell</i> ${sku} sv` })).toBeVisible()
  await expect(admin.getByText('Missing in Deutschland: picture (GPSR)')).toBeVisible()

  // A colleague saves while the form is open: one field that both changed, and one that only this person did.
  const nameField = admin.getByRole('textbox', { name: 'Name, Sverige' })
  const textField = admin.getByRole('textbox', { name: 'Text, Danmark' })
  await nameField.fill(`Mine ${sku}`)
  await textField.fill('My text.')
  await admin.evaluate(async (edited) => {
    const path = `/admin/api/products/${edited}`
    const { record } = await (await fetch(path)).json()
    const sv = { ...record.stores.sv, name: `<i>Cell</i> ${edited} theirs` }
    const body = JSON.stringify({ record: { ...record, stores: { ...record.stores, sv } }, expected: record })
    await fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  }, sku)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  const choice = admin.getByRole('alert')
  await expect(choice.getByRole('group', { name: 'Name, Sverige' })).toBeVisible()
  await expect(choice.getByRole('radio')).toHaveCount(2)
  await expect(choice.getByRole('radio', { name: `Yours Mine ${sku}` })).toBeChecked()
  await choice.getByRole('radio', { name: /^Stored now/ }).check()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: `${sku} theirs` })).toBeVisible()
  await expect(nameField).toHaveValue(`<i>Cell</i> ${sku} theirs`)
  await expect(textField).toHaveValue('My text.')

  // Back to the version that was created, and to the present one again.
  const history = admin.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await history
    .filter({ hasText: 'Product created' })
    .getByRole('button', { name: 'Restore this version' })
    .click()
  const version = admin.getByRole('dialog', { name: /^Restore the version of / })
  await expect(version.getByText('My text.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await version.getByRole('button', { name: 'Restore this version' }).press('Enter')
  await expect(textField).toHaveValue('A cell.')
  await history.first().getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(textField).toHaveValue('My text.')
  await textField.fill('Not saved.')
  await admin.getByRole('navigation').getByRole('link', { name: 'Prices' }).first().click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await textField.fill('My text.')

  const chosen = admin.waitForEvent('filechooser')
  await admin.getByRole('button', { name: 'Add pictures' }).click()
  const buffer = await photo('#108040').png().toBuffer()
  await (await chosen).setFiles([{ name: 'front.png', mimeType: 'image/png', buffer }])
  await expect(admin.getByText('Picture 1 · 400 × 300')).toBeVisible()
  await expect(admin.getByText('picture (GPSR)')).toHaveCount(0)
  await admin
    .getByRole('textbox', { name: 'Alternative text of picture 1, Sverige' })
    .fill('En cell framifrån')
  await admin.getByRole('button', { name: 'Add pictures' }).focus()
  expect(await barriersOf(admin)).toEqual([])

  // Who answers for the brand, which a colleague has set meanwhile: saving again replaces it.
  await expect(admin.getByText('responsible person of the brand (GPSR)').first()).toBeVisible()
  const maker = admin.getByRole('region', { name: `Manufacturer of Maker ${sku}` })
  await maker.getByRole('textbox', { name: 'Name' }).fill('Maker AB')
  await maker.getByRole('textbox', { name: 'Postal address' }).fill('Gatan 1, 111 22 Stad')
  await maker.getByRole('textbox', { name: 'Email' }).fill('hej@maker.example')
  const theirs = { name: 'Theirs AB', address: 'Vägen 2', email: 'hej@theirs.example' }
  const setBefore = { manufacturer: theirs, expected: null }
  await changeMeanwhile(admin, 'PUT', `/admin/api/brands/${brand}/manufacturer`, setBefore)
  // A picture that is dragged to the front reads the page again: what was typed stays.
  const more = admin.waitForEvent('filechooser')
  await admin.getByRole('button', { name: 'Add pictures' }).click()
  const back = await photo('#801040').png().toBuffer()
  await (await more).setFiles([{ name: 'back.png', mimeType: 'image/png', buffer: back }])
  const pictures = admin.getByRole('region', { name: 'Pictures' }).getByRole('listitem')
  await expect(pictures).toHaveCount(2)
  await pictures.nth(1).getByRole('img').hover()
  await admin.mouse.down()
  // The first move begins the drag, the second one is over the place to drop it.
  await pictures.nth(0).getByRole('img').hover()
  await pictures.nth(0).getByRole('img').hover()
  await admin.mouse.up()
  await expect(
    pictures.nth(1).getByRole('textbox', { name: 'Alternative text of picture 2, Sverige' }),
  ).toHaveValue('En cell framifrån')
  await maker.getByRole('button', { name: 'Save the manufacturer' }).press('Enter')
  await expect(maker.getByRole('alert')).toContainText('Theirs AB, Vägen 2, hej@theirs.example')
  await expect(maker.getByRole('textbox', { name: 'Name' })).toHaveValue('Maker AB')
  expect(await barriersOf(admin)).toEqual([])
  await maker.getByRole('button', { name: 'Save the manufacturer' }).press('Enter')
  await expect(admin.getByText('The manufacturer is saved')).toBeVisible()
  await expect(admin.getByText('responsible person of the brand (GPSR)')).toHaveCount(0)

  await admin.getByRole('spinbutton', { name: 'Units, + or −' }).fill('5')
  await admin.getByRole('button', { name: 'Change the stock' }).press('Enter')
  await expect(admin.getByText('5 in stock')).toBeVisible()
  await admin.getByRole('spinbutton', { name: 'Units expected, Norge' }).fill('12')
  await admin.getByLabel('Expected on, Norge').fill('2036-12-24')
  const incoming = { units: 7, date: '2036-11-11', expected: { units: 0, date: null } }
  await changeMeanwhile(admin, 'PUT', `/admin/api/products/no/${sku}/incoming`, incoming)
  await admin.getByRole('button', { name: 'Save the incoming goods, Norge' }).press('Enter')
  await expect(admin.getByText('Somebody else has set this to 7, 11 Nov 2036 meanwhile.')).toBeVisible()
  await admin.getByRole('button', { name: 'Save the incoming goods, Norge' }).press('Enter')
  await expect(admin.getByText('Incoming stock changed')).toHaveCount(2)
  expect(await barriersOf(admin)).toEqual([])

  await admin.getByRole('textbox', { name: 'Cost in SEK' }).fill('110')
  await admin.getByRole('button', { name: 'Save the purchase cost' }).press('Enter')
  await expect(admin.getByText('Sverige: below cost, margin -10 %')).toBeVisible()
  await expect(admin.getByText('SEK 100.00 without VAT · below the purchase cost')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  // A campaign of a later day is on the preview of that day alone, which is a frame without scripts.
  await admin.evaluate(async (priced) => {
    const campaign = {
      tiers: [{ quantity: 1, price: 99 }],
      startsAt: '2036-11-30T23:00:00Z',
      endsAt: null,
    }
    const path = `/admin/api/products/sv/${priced}/prices`
    const expected = await (await fetch(path)).json()
    const prices = { normal: [{ quantity: 1, price: 125 }], campaign }
    const body = JSON.stringify({ prices, expected })
    const answer = await fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
    if (!answer.ok) throw new Error(`The campaign was refused: ${answer.status}`)
  }, sku)
  await admin.getByRole('link', { name: 'Preview on a date' }).press('Enter')
  const shown = admin.frameLocator('iframe')
  await expect(admin.getByRole('status').getByText('Preview: Sverige, now')).toBeVisible()
  await expect(shown.getByRole('heading', { level: 1, name: `${sku} theirs` })).toBeVisible()
  await expect(shown.getByText(/^99/)).toHaveCount(0)
  // Icons are drawn: none is left in a file of the shop, which the frame could not load.
  await expect(shown.locator('use:not([href^="#icon-"])')).toHaveCount(0)
  await admin.getByLabel('Time, by the clock of the store').fill('2036-12-01T00:00')
  await admin.getByRole('button', { name: 'Show' }).click()
  await expect(admin.getByRole('status').getByText('Preview: Sverige on 1 Dec 2036')).toBeVisible()
  await expect(shown.getByText(/^99/).first()).toBeVisible()
  // The frame is a page of its own, with a header and a main part.
  expect(await barriersOf(admin, { skip: ['landmark-unique'] })).toEqual([])
  await admin.getByRole('link', { name: `${sku} theirs` }).click()

  for (const country of Object.values(countries)) {
    const address = await admin.getByRole('link', { name: country, exact: true }).getAttribute('href')
    await expect(async () => {
      const answer = await request.get(address!)
      expect(answer.status()).toBe(200)
      const text = await answer.text()
      expect(text).toContain(`&lt;i&gt;Cell&lt;/i&gt; ${sku}`)
      const own = `<title>Køb celler ${sku}</title>`
      expect(text.includes(own), country).toBe(country === countries.da)
      expect(text.includes('content="Fri fragt over 299 kr."'), country).toBe(country === countries.da)
    }).toPass()
  }

  // The calendar of campaigns leads to the prices of each.
  await admin.goto(`${url}/prices/campaigns?from=2036-09-01`)
  await expect(admin.getByRole('heading', { name: 'September 2036 – November 2036' })).toBeVisible()
  const ofDecember = admin.getByRole('link', { name: 'Sverige, 1 Dec 2036 – …' })
  await expect(ofDecember).toHaveCount(0)
  await admin.getByRole('link', { name: 'Later' }).press('Enter')
  await expect(ofDecember).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await ofDecember.press('Enter')
  await expect(admin.getByRole('rowheader', { name: sku })).toBeVisible()

  // The price grid shows the margin, and warns of prices below the cost before they are saved.
  await admin.goto(`${url}/prices?filter.sku=${sku}&filter.store=sv`)
  const prices = admin.getByRole('grid', { name: 'Prices' })
  await expect(prices.getByRole('gridcell', { name: 'SEK 110.00' })).toBeVisible()
  await prices.getByRole('gridcell', { name: 'SEK 125.00' }).click()
  await admin.keyboard.type('120')
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: 'Check and save' }).click()
  await expect(admin.getByRole('dialog').getByText('Prices below the purchase cost: 1')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await admin.keyboard.press('Control+z')

  // Its variants are edited in a grid: one was saved by a colleague meanwhile.
  const [red, blue] = [`${sku}-A`, `${sku}-B`]
  await admin.evaluate(
    async ({ parent, variants }) => {
      const api = '/admin/api/products'
      const send = async (method: string, path: string, body: object) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(path, { method, headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      }
      const { record } = await (await fetch(`${api}/${parent}`)).json()
      const { images: _, ...own } = record
      for (const variant of variants) {
        const name = variant.toLowerCase()
        const stores = { sv: { ...own.stores.sv, slug: name, campaign: undefined, stock: { available: 0 } } }
        const attributes = { length_m: variant.endsWith('A') ? 50 : 100 }
        await send('POST', api, {
          record: { ...own, sku: variant, type: 'variant', variantOf: parent, attributes, stores },
        })
      }
      const changed = { ...record, variationAttributes: ['length_m'] }
      await send('PUT', `${api}/${parent}`, { record: changed, expected: record })
    },
    { parent: sku, variants: [red, blue] },
  )
  await admin.goto(`${url}/products/${sku}`)
  const grid = admin.getByRole('region', { name: 'Variants, one per row' })
  await expect(grid.getByRole('row')).toHaveCount(3)
  await grid.getByRole('textbox', { name: `Price incl. VAT, Sverige, ${red}` }).fill('79')
  await grid.getByRole('textbox', { name: `length m, ${blue}` }).fill('120')
  await grid.getByRole('checkbox', { name: `Shown and sold, Sverige, ${blue}` }).uncheck()
  await admin.evaluate(async (edited) => {
    const path = `/admin/api/products/${edited}`
    const { record } = await (await fetch(path)).json()
    const sv = { ...record.stores.sv, prices: [{ q: 1, p: 85 }] }
    const body = JSON.stringify({ record: { ...record, stores: { ...record.stores, sv } }, expected: record })
    await fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  }, red)
  await admin.getByRole('button', { name: 'Save variants (2)' }).press('Enter')
  const conflict = admin.getByRole('region', { name: `${red} is not saved` })
  await expect(conflict.getByRole('radio', { name: 'Yours 79' })).toBeChecked()
  await expect(admin.getByText('Variants saved: 1')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save variants (1)' }).press('Enter')
  await expect(conflict).toHaveCount(0)
  await admin.reload()
  await expect(grid.getByRole('textbox', { name: `Price incl. VAT, Sverige, ${red}` })).toHaveValue('79')
  await expect(grid.getByRole('textbox', { name: `length m, ${blue}` })).toHaveValue('120')
  await expect(grid.getByRole('checkbox', { name: `Shown and sold, Sverige, ${blue}` })).not.toBeChecked()
})
