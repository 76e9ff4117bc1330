import { expect, test } from '../browser-test.ts'
import { addPerson } from '../../domain/companies/company-people.server.ts'
import { createCompany } from '../../domain/companies/edit-company.server.ts'
import { barriersOf } from '../accessibility.ts'
import { customersOfTest, loginPanel, logIn, password } from '../customers.ts'
import { mailedPath } from '../outbox.ts'
import { demo, hydrated, shopperIn } from '../shopper.ts'
import { testActor } from '../test-actor.ts'

const customers = customersOfTest(test)

/** The admin of a company. */
async function adminOfCompany() {
  const { db, add } = customers()
  const number = '556016-0680'
  const form = { name: 'Verkstan AB', organisationNumber: number, street: 'Storgatan 1' }
  const created = await createCompany({ db, clock: Date.now }, testActor, {
    store: 'sv',
    form: { ...form, postalCode: '12345', city: 'Luleå' },
  })
  if (!created.ok) throw new Error(created.code)
  const { company } = created
  const admin = await add({ firstName: 'Maja', lastName: 'Chef' })
  const membership = { role: 'admin', approvalAboveMinor: null } as const
  await addPerson(db, testActor, { company, accountId: admin.id, membership })
  return admin
}

test('a company invites a buyer, who fills a cart by article numbers and shares it with the admin', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const product = await shopper.product(demo.dear)
  const admin = await adminOfCompany()
  const buyer = await customers().add({ firstName: 'Bo', lastName: 'Köpare' })
  const main = page.getByRole('main')

  await logIn(page, admin)
  await page.goto('/sv/my-account/company')
  await expect(main).toContainText('Organisationsnummer 556016-0680')
  await main.getByLabel('E-post', { exact: true }).fill(buyer.email)
  await main.getByLabel('Attest krävs över').fill('100')
  await main.getByRole('button', { name: 'Skicka inbjudan' }).click()
  await expect(main.getByText('Inbjudan är skickad.')).toBeVisible()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  const path = await mailedPath(buyer.email, /\/sv\/join-company\?token=[\w-]+/)

  // The invitation is for the invited address alone.
  await page.goto(path)
  await hydrated(page)
  await main.getByRole('button', { name: 'Tacka ja' }).click()
  await expect(main.getByRole('alert')).toContainText('en annan e-postadress')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(path)
  await hydrated(page)
  await main.getByRole('button', { name: 'Logga in' }).click()
  const panel = loginPanel(page)
  await panel.getByLabel('E-post').fill(buyer.email)
  await panel.getByLabel('Lösenord').fill(password)
  await panel.getByRole('button', { name: 'Logga in' }).click()
  await expect(panel).toBeHidden()
  await main.getByRole('button', { name: 'Tacka ja' }).click()
  await expect(main.getByRole('status')).toContainText('Du handlar nu för Verkstan AB.')

  await page.goto('/sv/my-account/quick-order')
  await hydrated(page)
  const rows = main.getByLabel('Artikelnummer och antal')
  // By keyboard: a part of the name suggests articles; the chosen one becomes a row.
  const find = main.getByRole('combobox', { name: 'Sök på artikelnummer eller namn' })
  await expect(find).toHaveAttribute('aria-expanded', 'false')
  await find.fill(product.sku.toLowerCase())
  const option = main.getByRole('option', { name: product.sku })
  await expect(option).toBeVisible()
  await expect(find).toHaveAttribute('aria-expanded', 'true')
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await find.press('ArrowDown')
  const selected = main.getByRole('option', { selected: true })
  await expect(selected).toHaveCount(1)
  await expect(find).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id'))!)
  await find.press('Escape')
  await expect(main.getByRole('option')).toHaveCount(0)
  await find.fill('')
  await find.fill(product.sku.toLowerCase())
  await expect(option).toBeVisible()
  // The typed article number is an exact match.
  await find.press('Enter')
  await expect(rows).toHaveValue(`${product.sku};1`)
  await expect(find).toBeFocused()
  await expect(find).toHaveValue('')
  await expect(main.getByRole('status').filter({ hasText: `${product.name} är tillagd.` })).toBeVisible()
  // A product with variants opens the list of them.
  await find.fill(demo.withUpselling)
  const family = main.getByRole('option', { name: /\d varianter/ }).first()
  await family.click()
  await main.getByRole('option', { name: demo.withUpselling }).click()
  await expect(rows).toHaveValue(`${product.sku};1\n${demo.withUpselling};1`)
  await rows.fill(`${product.sku}\t2\nFINNS-INTE;1`)
  await main.getByRole('button', { name: 'Kontrollera' }).click()
  await expect(main.getByText('FINNS-INTE · Okänt artikelnummer')).toBeVisible()
  await main.getByRole('button', { name: 'Lägg 1 vara i varukorgen' }).click()
  await expect(rows).toHaveValue('')
  await expect(shopper.cart).toBeVisible()
  await page.keyboard.press('Escape')
  await main.getByLabel('Namn', { exact: true }).fill('Varje vecka')
  await main.getByRole('checkbox', { name: 'Dela med företaget' }).check()
  await main.getByRole('button', { name: 'Spara varukorgen' }).click()
  await expect(main.getByText('1 vara · Delad med företaget')).toBeVisible()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.context().clearCookies({ name: 'anode_account' })
  await page.evaluate(() => localStorage.clear())
  await logIn(page, admin)
  // The shared cart is the admin's too.
  await page.goto('/sv/my-account/quick-order')
  await expect(main.getByText('Varje vecka')).toBeVisible()
})

test('a customer opens a company from the profile, becomes its admin, and sees prices without VAT', async ({
  page,
}) => {
  const customer = await customers().add({ firstName: 'Ny', lastName: 'Chef' })
  await logIn(page, customer)
  const main = page.getByRole('main')
  await page.goto('/sv/my-account/profile/edit')
  await main.getByRole('link', { name: 'Registrera ett företag' }).click()
  await page.waitForURL('**/sv/my-account/company')
  await hydrated(page)
  await main.getByLabel('Företagets namn').fill('Nyföretaget AB')
  await main.getByLabel('Organisationsnummer').fill('556703-7486')
  await main.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(main.getByLabel('Organisationsnummer')).toBeFocused()
  await expect(main.getByLabel('Organisationsnummer')).toHaveAttribute('aria-invalid', 'true')
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await main.getByLabel('Organisationsnummer').fill('556999-0004')
  await main.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(main.getByRole('heading', { name: 'Nyföretaget AB' })).toBeVisible()
  await expect(main).toContainText('Organisationsnummer 556999-0004 · Administratör')
  await expect(main.getByText(`${customer.email} · Administratör`)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Skicka inbjudan' })).toBeVisible()
  await expect(
    main.getByRole('navigation', { name: 'Kontosidor' }).getByRole('link', { name: 'Snabborder' }),
  ).toBeVisible()
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContainEqual(expect.stringContaining('vat'))

  // What somebody else corrects while the form is open stays when the customer saves another field.
  const { db } = customers()
  const { company_id: id } = await db
    .selectFrom('company_member')
    .select('company_id')
    .where('account_id', '=', customer.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('company').set({ city: 'Kiruna' }).where('id', '=', id).execute()
  await main.getByLabel('E-post för fakturor').fill('faktura@exempel.se')
  await main.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(main.getByText('Sparat.')).toBeVisible()
  expect(
    await db
      .selectFrom('company')
      .select(['city', 'invoice_email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ).toEqual({ city: 'Kiruna', invoice_email: 'faktura@exempel.se' })
})
