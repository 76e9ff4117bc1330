/** Customers in the back office: the address book and the company, corrected by staff. */
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { links } from '../../app/links.ts'
import { verifyEmail } from '../../domain/accounts/account-repository.server.ts'
import { customersOfTest, logIn } from '../customers.ts'
import { mailedPath } from '../outbox.ts'
import { openCompany } from '../../domain/companies/open-company.server.ts'
import { testActor } from '../test-actor.ts'

const customers = customersOfTest(test)

test('staff correct the address book and the company of a customer, and see both in the history', async ({
  page: admin,
}) => {
  const { db } = customers()
  const customer = await customers().add({ firstName: 'Bo', lastName: 'Ek' })
  const number = `556${String(Date.now()).slice(-6)}`
  const digit = [...number].reduce((sum, each, index) => {
    const doubled = Number(each) * (index % 2 === 0 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  const organisationNumber = `${number}${(10 - (digit % 10)) % 10}`
  const form = {
    name: 'Verkstan AB',
    organisationNumber,
    street: 'Gatan 1',
    postalCode: '11122',
    city: 'Stad',
  }
  const opened = await openCompany({ db, clock: Date.now }, testActor, {
    store: 'sv',
    accountId: customer.id,
    form,
  })
  expect(opened).toMatchObject({ ok: true })
  const url = await signInStaff(admin, db, 'service')
  await admin.goto(`${url}/customers/${customer.id}`)
  expect(await barriersOf(admin)).toEqual([])

  await admin.getByRole('button', { name: 'Add an address' }).click()
  // Messages are dialogs too, which have no field and no such title.
  const dialog = admin.getByRole('dialog', { name: /address|company/ })
  await dialog.getByLabel('Postal code').fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // All that is wrong at once, each beside its field; the first one has the focus.
  await expect(dialog.getByLabel('Street')).toBeFocused()
  for (const label of ['Street', 'Postal code', 'City'])
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(/must not be empty|no postal code/i)
  expect(await barriersOf(admin)).toEqual([])
  await dialog.getByLabel('Street').fill('Hamngatan 9')
  await dialog.getByLabel('Postal code').fill('111 47')
  await dialog.getByLabel('City').fill('Stockholm')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const book = admin.getByRole('listitem').filter({ hasText: 'Bo Ek, Hamngatan 9, 11147 Stockholm' })
  // Beside the account, after the history.
  await expect(book.last()).toContainText('Sverige, default')
  await admin.getByRole('button', { name: 'Edit: Bo Ek, Hamngatan 9, 11147 Stockholm' }).click()
  await dialog.getByLabel('City').fill('Solna')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('button', { name: 'Remove Bo Ek, Hamngatan 9, 11147 Solna' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByText('No saved addresses.')).toBeVisible()
  await expect(admin.getByText('Bo Ek, Hamngatan 9, 11147 Solna (default)').first()).toBeVisible()

  await admin
    .getByRole('region', { name: 'Company in Sverige' })
    .getByRole('button', { name: 'Edit' })
    .click()
  await dialog.getByLabel('Organisation number').fill('1')
  await dialog.getByLabel('VAT number').fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Organisation number')).toBeFocused()
  await expect(dialog.getByLabel('VAT number')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Organisation number').fill(organisationNumber)
  await dialog.getByLabel('VAT number').fill('SE556016068001')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('SE556016068001').first()).toBeVisible()
  await expect(admin.getByText('Company changed')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  // The company is asked by mail, at an address that is not the customer's.
  await admin.getByRole('button', { name: 'Ask the company by mail' }).click()
  const ask = admin.getByRole('dialog', { name: 'Ask the company by mail' })
  const email = ask.getByLabel('E-mail address of the company')
  const send = ask.getByRole('button', { name: 'Send the mail' })
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill(customer.email)
  await send.click()
  await expect(email).toHaveAccessibleDescription(/one of the company’s people/)
  expect(await barriersOf(admin)).toEqual([])
  await email.fill(`register-${organisationNumber}@exempel.se`)
  await send.click()
  await expect(ask).toBeHidden()
  await expect(admin.getByText('The question is sent. The link is valid for a week.')).toBeVisible()
  const question = /\/sv\/confirm\?for=company&token=[\w-]+/
  expect(await mailedPath(`register-${organisationNumber}@exempel.se`, question)).toBeTruthy()
})

test('staff give store credit, the customer sees it, and both are told that erasing the account ends it', async ({
  page: admin,
  browser,
}) => {
  const { db } = customers()
  const customer = await customers().add({ firstName: 'Bo', lastName: 'Ek' })
  await verifyEmail(db, customer.id, Date.now())
  const url = await signInStaff(admin, db, 'owner')
  await admin.goto(`${url}/customers?filter.type=private&sort=number`)
  await admin.getByRole('searchbox', { name: 'Search customers' }).fill(customer.email)
  const row = admin.getByRole('row', { name: customer.email })
  await expect(row).toContainText('Bo Ek')
  await expect(admin.getByRole('row')).toHaveCount(2)
  expect(await barriersOf(admin)).toEqual([])
  await row.getByRole('link').press('Enter')
  await admin.getByRole('button', { name: 'Change store credit' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Change store credit' })
  const give = dialog.getByRole('button', { name: 'Add credit' })
  await dialog.getByLabel('Amount').fill('150,50')
  await expect(give).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Late parcel')
  expect(await barriersOf(admin)).toEqual([])
  await give.click()
  await expect(dialog).toBeHidden()
  const card = admin.getByRole('region', { name: 'Store credit' })
  await expect(card).toContainText('Given: SEK 150.50')
  await expect(admin.getByText('Late parcel')).toBeVisible()
  await admin.getByRole('button', { name: 'Erase the customer' }).click()
  await expect(admin.getByRole('dialog', { name: 'Erase the customer' })).toContainText(
    'Store credit of SEK 150.50 (Sverige) is lost.',
  )

  const page = await browser.newPage()
  await logIn(page, customer)
  await page.goto(links.account('sv', 'data'))
  await expect(page.getByText('Ditt tillgodohavande, 150,50 kr, går förlorat med kontot.')).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.close()
})
