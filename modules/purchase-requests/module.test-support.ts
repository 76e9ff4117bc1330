import { findAccount } from '../../domain/accounts/account-repository.server.ts'
import { insertCheckout } from '../../domain/checkout/checkout-repository.server.ts'
import { findMember } from '../../domain/companies/company-repository.server.ts'
import { minor } from '../../domain/money/money.ts'
import { account } from '../../test/access/access-rule.ts'
import { strangersForm } from '../../test/access/strangers-form.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { insertRequest } from './purchase-request-repository.server.ts'

declare module '../../test/access/owned-objects.ts' {
  interface ObjectsOfModules {
    /** Id of a purchase request that waits. */
    purchaseRequest: string
  }
}

export const moduleTests: ModuleTests = {
  convertsAmounts: { 'modules/purchase-requests/routes.server.ts': 'amounts of the API' },
  apiAccess: {
    'POST /api/checkout/:id/request-approval': account({
      params: { id: 'checkout' },
      body: { ...strangersForm, customerType: 'business', companyName: 'Främling AB' },
      foreign: [409],
    }),
    'GET /api/company/requests': account(),
    'POST /api/company/requests/:id/approve': account({
      params: { id: 'purchaseRequest' },
      body: { total: 1 },
      foreign: [404],
    }),
    'POST /api/company/requests/:id/decline': account({
      params: { id: 'purchaseRequest' },
      body: { reason: 'nej' },
      foreign: [404],
    }),
    'POST /api/company/requests/:id/withdraw': account({ params: { id: 'purchaseRequest' }, foreign: [404] }),
  },
  async owned({ db, clock, store, accountId }) {
    const [buyer, member] = await Promise.all([findAccount(db, accountId), findMember(db, accountId, store)])
    const { email, phone, firstName, lastName, street, postalCode, city } = buyer!
    const id = await insertRequest(db, {
      store,
      companyId: member!.company.id,
      accountId,
      checkoutId: await insertCheckout(db, {
        store,
        lines: [],
        couponCodes: [],
        campaignData: null,
        accountId,
      }),
      form: {
        customerType: 'business',
        email,
        phone,
        firstName,
        lastName,
        companyName: member!.company.name,
        address: street,
        postalCode,
        city,
        note: `Portkod till ${lastName}`,
      },
      shippingMethod: 'budbee-home',
      servicePoint: null,
      totalMinor: minor(100_00),
      approvalAboveMinor: minor(50_00),
      lines: [],
      requestedAt: new Date(clock()),
      expiresAt: new Date(clock() + 3_600_000),
    })
    return { purchaseRequest: String(id) }
  },
}
