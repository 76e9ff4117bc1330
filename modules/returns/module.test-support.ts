import { account, open, order, unguessable } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

const desk = { testedIn: 'api/admin/desk.db.test.ts' }

export const moduleTests: ModuleTests = {
  convertsAmounts: {
    'modules/returns/deposit-command.server.ts': 'amounts for the operator',
    'modules/returns/return-command.server.ts': 'amounts for the operator',
    'modules/returns/return-routes.server.ts': 'amounts of the API',
    'modules/returns/staff-routes.server.ts': 'amounts of the API',
  },
  apiAccess: {
    'POST /api/orders/:id/returns': order({
      params: { id: 'order' },
      body: { items: [{ sku: 'VO-AA-8', quantity: 1, reason: 'other' }] },
    }),
    'GET /api/orders/:id/returns/exchanges': order({ params: { id: 'order' } }),
    'POST /api/orders/:id/returns/preview': order({
      params: { id: 'order' },
      body: { items: [{ sku: 'VO-AA-8', quantity: 1, reason: 'other' }] },
    }),
    'POST /api/orders/:id/returns/:number/label': order({ params: { id: 'order' }, fixed: { number: '1' } }),
    'GET /api/orders/:id/returns/:number/label': order({ params: { id: 'order' }, fixed: { number: '1' } }),
    'POST /api/orders/:id/returns/:number/sent': order({ params: { id: 'order' }, fixed: { number: '1' } }),
    'POST /api/orders/:id/returns/:number/photos': order({ params: { id: 'order' }, fixed: { number: '1' } }),
    'GET /api/orders/:id/returns/:number/photos/:picture': order({
      params: { id: 'order', picture: 'picture' },
      fixed: { number: '1' },
    }),
    'POST /api/orders/:id/deposit-proofs': order({
      params: { id: 'order' },
      query: { quantity: '1', proof_on: '2026-11-20' },
    }),
    'GET /api/orders/confirmation/:token/returns/:number/label': unguessable({
      params: { token: 'orderToken' },
      fixed: { number: '1' },
    }),
    'GET /api/returns': account(),
    // Answers with the lines only for the order's number and e-mail together.
    'POST /api/withdrawals/order': open({
      body: { email: 'fremling@exempel.se' },
      owned: { order_number: 'order' },
    }),
    // The declaration is received and matched by staff: the answer is the same whether the contract exists.
    'POST /api/withdrawals': open({
      body: {
        key: '00000000-0000-4000-8000-000000000001',
        name: 'Frida Främling',
        email: 'fremling@exempel.se',
      },
      owned: { order_number: 'order' },
    }),
  },
  pageAccess: {
    '/:locale/my-account/orders/return/:id?': account({ params: { id: 'order' } }),
    '/:locale/my-account/returns': account(),
    '/:locale/my-order/return': open(),
    '/:locale/my-order/return/:id': order({ params: { id: 'order' } }),
    '/:locale/my-order/label/:token': unguessable({ params: { token: 'labelToken' } }),
  },
  notOfGuests: {
    '/:locale/my-order/return': 'asks for an order, or leads to it: returns.e2e.ts',
    '/:locale/my-order/return/:id': 'needs an order: returns.e2e.ts',
    '/:locale/my-order/label/:token': 'needs a return',
  },
  adminCalls: {
    'POST /admin/api/returns/:id/refund-preview': { changesNothing: 'shows what a change would do' },
    'POST /admin/api/returns/:id/actions': desk,
    'POST /admin/api/withdrawals/:id/actions': desk,
  },
}
