import { addPerson } from '../../domain/companies/company-people.server.ts'
import { createCompany } from '../../domain/companies/edit-company.server.ts'
import { minor } from '../../domain/money/money.ts'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { mailedPath } from '../../test/outbox.ts'
import { demo, field, people, shopperIn } from '../../test/shopper.ts'
import { testActor } from '../../test/test-actor.ts'

const customers = customersOfTest(test)

test('a purchase above the limit of a company’s buyer is approved by the admin', async ({ page }) => {
  const { db, add } = customers()
  const form = { name: 'Inköpet AB', organisationNumber: '556677-8899', street: 'Storgatan 1' }
  const created = await createCompany({ db, clock: Date.now }, testActor, {
    store: 'sv',
    form: { ...form, postalCode: '12345', city: 'Luleå' },
  })
  if (!created.ok) throw new Error(created.code)
  const { company } = created
  const admin = await add({ firstName: 'Maja', lastName: 'Chef' })
  const buyer = await add({ firstName: 'Bo', lastName: 'Köpare' })
  for (const { accountId, ...membership } of [
    { accountId: admin.id, role: 'admin', approvalAboveMinor: null },
    { accountId: buyer.id, role: 'buyer', approvalAboveMinor: minor(100_00) },
  ] as const)
    await addPerson(db, testActor, { company, accountId, membership })
  const shopper = shopperIn(page)
  const main = page.getByRole('main')

  await logIn(page, buyer)
  await shopper.buy(demo.dear)
  await shopper.cart.getByRole('link', { name: 'Till kassan' }).click()
  await expect(main).toContainText(/Köpet på \S+\skr är \S+\skr över din gräns på 100\skr/)
  await expect(main.getByRole('link', { name: 'Har du ett konto? Logga in' })).toHaveCount(0)
  const { identityNumber: _none, email: _own, ...contact } = people.sv
  for (const [name, value] of Object.entries(contact)) await field(page, name).fill(value)
  await field(page, 'city').blur()
  await page.getByRole('radio').and(page.locator('[name=shippingMethod]')).first().check()
  await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
  const send = main.getByRole('button', { name: 'Skicka för attest' })
  const points = page.getByRole('radio').and(page.locator('[name=servicePoint]'))
  await expect(send).toBeVisible()
  if ((await points.count()) > 0) await points.first().check()
  await send.click()
  await page.waitForURL('**/sv/my-account/company')
  await expect(main.getByText(/^Väntar på attest till/)).toBeVisible()
  await expect(main.getByText(/^\S+\skr över gränsen på 100\skr$/)).toBeVisible()
  await expect(main.getByRole('button', { name: /Attestera/ })).toHaveCount(0)
  await mailedPath(admin.email, /\/sv\/my-account\/company/)

  await page.context().clearCookies({ name: 'anode_account' })
  await page.evaluate(() => localStorage.clear())
  await logIn(page, admin)
  await page.goto('/sv/my-account/company')
  const approve = main.getByRole('button', { name: /^Attestera och beställ för/ })
  await expect(approve).toBeVisible()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await approve.click()
  await expect(main.getByText('Attesterad', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: /^Beställt som S\d+/ }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Order S\d+/)
  await mailedPath(buyer.email, /\/sv\/my-account\/company/)
})
