import { addPerson } from '../../domain/companies/company-people.server.ts'
import { createCompany } from '../../domain/companies/edit-company.server.ts'
import { formatMoney, minor } from '../../domain/money/money.ts'
import { stores } from '../../domain/stores/stores.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { demo, shopperIn } from '../../test/shopper.ts'
import { testActor } from '../../test/test-actor.ts'
import { importAgreement } from './import-agreement.server.ts'

const customers = customersOfTest(test)

test('a company’s buyer sees its agreed price in the cart, without VAT', async ({ page }) => {
  const { db, add } = customers()
  const created = await createCompany({ db, clock: Date.now }, testActor, {
    store: 'sv',
    form: {
      name: 'Avtalet AB',
      organisationNumber: '556074-7551',
      street: 'Storgatan 1',
      postalCode: '12345',
      city: 'Luleå',
    },
  })
  if (!created.ok) throw new Error(created.code)
  const { company } = created
  const buyer = await add({ firstName: 'Bo', lastName: 'Köpare' })
  const membership = { role: 'buyer', approvalAboveMinor: null } as const
  await addPerson(db, testActor, { company, accountId: buyer.id, membership })
  const shopper = shopperIn(page)
  const { sku, name, prices } = await shopper.product(demo.dear)
  // Whole kronor.
  const agreed = Math.round(prices.n[0]!.p / 2)
  const agreement = {
    store: 'sv',
    name: 'Avtalet',
    to: { companyId: company.id },
    isFixed: false,
    validFrom: new Date(),
    validTo: null,
    text: `sku;min_quantity;price\n${sku};1;${agreed}`,
    isExVat: false,
    dryRun: false,
  } as const
  expect(await importAgreement(db, testActor, agreement, new Date())).toMatchObject({ ok: true, prices: 1 })

  await logIn(page, buyer)
  await shopper.buy(demo.dear)
  await expect(shopper.cart).toContainText('Ert avtalspris')
  // In öre, less the VAT of 25 %.
  const exVat = formatMoney(minor(agreed * 80), stores.sv, { vat: false })
  await expect(shopper.line(name)).toContainText(exVat)
})
