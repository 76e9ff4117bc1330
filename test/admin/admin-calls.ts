/**
 * A minimal valid call of every route of the back office that changes something. A new route needs one line
 * here; `api/admin/admin-routes.db.test.ts` names those without, makes each call and looks for its audit entry.
 */
import { resources } from '../../server/resources.ts'
import { ofModules } from '../module-tests.ts'
import type { TestStaff } from './admin-shop.ts'

/** What the calls are about. */
export interface CallWorld {
  /** A new paid order in the Swedish store; its number and the id of a line. */
  order: () => Promise<{ number: string; uuid: string }>
  /** A colleague without a role. */
  colleague: () => Promise<TestStaff>
}

export type AdminCall =
  /** The address without `/admin/api/`, and a body. */
  | {
      call: (world: CallWorld) => Promise<{ path: string; body?: object }>
    }
  /** The set-up is long: this file's test makes the call and looks at its audit entry or what it booked. */
  | { testedIn: string }
  /** Why it changes nothing, although its method is not GET. */
  | { changesNothing: string }

const ofOrder = (action: string, body?: object): AdminCall => ({
  call: async ({ order }) => ({
    path: `orders/${(await order()).number}/${action}`,
    ...(body && { body }),
  }),
})
const ofColleague = (action: string, body?: object): AdminCall => ({
  call: async ({ colleague }) => ({
    path: `staff/${(await colleague()).id}/${action}`,
    ...(body && { body }),
  }),
})

const challenge = { changesNothing: 'hands out a challenge' }
const preview = { changesNothing: 'shows what a change would do' }
const signIn = { testedIn: 'api/admin/sign-in.db.test.ts' }
const orderActions = { testedIn: 'api/admin/order-actions.db.test.ts' }
const productPage = { testedIn: 'api/admin/product-page.db.test.ts' }
const coupons = { testedIn: 'api/admin/coupons.db.test.ts' }
const refundRequests = { testedIn: 'api/admin/refund-requests.db.test.ts' }
const customerPage = { testedIn: 'api/admin/customer-page.db.test.ts' }
const plannedCampaigns = { testedIn: 'api/admin/planned-campaigns.db.test.ts' }
const prices = { testedIn: 'api/admin/prices.db.test.ts' }
const buyers = { testedIn: 'api/admin/buyers.db.test.ts' }
const apiKeys = { testedIn: 'api/admin/api-keys.db.test.ts' }
const eventDeliveries = { testedIn: 'api/admin/event-deliveries.db.test.ts' }
const customFields = { testedIn: 'api/admin/custom-fields.db.test.ts' }
const formerPages = { testedIn: 'api/admin/former-pages.db.test.ts' }
const redirects = { testedIn: 'api/admin/redirects.db.test.ts' }
const hints = { testedIn: 'api/admin/hints.db.test.ts' }
const contentPages = { testedIn: 'domain/content/page-resource.db.test.ts' }
const categories = { testedIn: 'api/admin/categories.db.test.ts' }
const desk = { testedIn: 'api/admin/desk.db.test.ts' }

/** Their changes are those of all lists that store their rows. */
const storedLists = Object.fromEntries(
  resources.flatMap(({ name, isStored }) =>
    isStored
      ? [`POST /admin/api/${name}`, `PUT /admin/api/${name}/:key`, `DELETE /admin/api/${name}/:key`].map(
          (route) => [route, { testedIn: 'domain/stored-lists/stored-list.db.test.ts' }] as const,
        )
      : [],
  ),
)

export const adminCalls: Record<string, AdminCall> = {
  'POST /admin/api/browser-errors': { changesNothing: 'counts a fault in the browser' },
  'POST /admin/api/invitation': { changesNothing: 'reads an invitation' },
  'POST /admin/api/invitation/options': challenge,
  'POST /admin/api/invitation/accept': signIn,
  'POST /admin/api/sign-in/options': challenge,
  'POST /admin/api/sign-in': signIn,
  'POST /admin/api/sign-in/link': { changesNothing: 'mails a link to the owner of the address' },
  'POST /admin/api/sign-in/by-link': signIn,
  'POST /admin/api/step-up': signIn,
  'POST /admin/api/step-up/code': signIn,
  'POST /admin/api/sign-out': { call: async () => ({ path: 'sign-out' }) },
  'POST /admin/api/security/passkeys/options': challenge,
  'POST /admin/api/security/passkeys': signIn,
  'DELETE /admin/api/security/passkeys/:id': signIn,
  'POST /admin/api/security/recovery-codes': { call: async () => ({ path: 'security/recovery-codes' }) },
  'POST /admin/api/security/authenticator-app': {
    call: async () => ({ path: 'security/authenticator-app' }),
  },
  'POST /admin/api/security/authenticator-app/confirm': signIn,
  'DELETE /admin/api/security/authenticator-app': signIn,
  'DELETE /admin/api/security/sessions/:id': signIn,

  'POST /admin/api/staff': {
    call: async () => ({
      path: 'staff',
      body: { email: 'ny@anode.example', name: 'Ny', roles: [{ role: 'service', store: 'sv' }] },
    }),
  },
  'PUT /admin/api/staff/:id/roles': ofColleague('roles', {
    roles: [{ role: 'service', store: 'no' }],
    expected: [],
  }),
  'POST /admin/api/staff/:id/deactivate': ofColleague('deactivate'),
  'POST /admin/api/staff/:id/unlock': ofColleague('unlock'),

  'POST /admin/api/order-quotes': preview,
  'POST /admin/api/orders': { testedIn: 'api/admin/new-orders.db.test.ts' },
  'POST /admin/api/orders/:number/ship': ofOrder('ship', { trackingNumber: 'PARCEL-1' }),
  'POST /admin/api/orders/:number/refund-preview': preview,
  'POST /admin/api/orders/:number/refunds': {
    call: async ({ order }) => {
      const { number, uuid } = await order()
      const request = { lines: [{ uuid, quantity: 1 }], shipping: false }
      return {
        path: `orders/${number}/refunds`,
        body: { request, reason: 'goodwill', idempotencyKey: 'one-refund' },
      }
    },
  },
  'POST /admin/api/orders/:number/refund-requests': refundRequests,
  'POST /admin/api/orders/:number/refund-requests/:id/approve': refundRequests,
  'POST /admin/api/orders/:number/refund-requests/:id/reject': refundRequests,
  'POST /admin/api/orders/:number/address': ofOrder('address', { street: 'Nygatan 2', expected: {} }),
  'POST /admin/api/orders/:number/capture': orderActions,
  'POST /admin/api/orders/:number/paid': ofOrder('paid'),
  'POST /admin/api/orders/:number/cancel': ofOrder('cancel'),
  'POST /admin/api/orders/:number/approve': orderActions,
  'POST /admin/api/orders/:number/reject': orderActions,
  'POST /admin/api/orders/:number/move': ofOrder('move', { to: 'processing' }),
  'POST /admin/api/orders/:number/mails': orderActions,
  'POST /admin/api/orders/:number/mentions/seen': { changesNothing: 'notes what the person has seen' },
  'POST /admin/api/orders/:number/notes': ofOrder('notes', { body: 'Rang kunden', mentions: [] }),

  'POST /admin/api/imports/:store/check': { changesNothing: 'reports what an import would do' },
  'POST /admin/api/imports/:store/columns': { changesNothing: 'reports the columns of a file' },
  'PUT /admin/api/import-mappings/:name': { testedIn: 'api/admin/imports.db.test.ts' },
  'DELETE /admin/api/import-mappings/:name': { testedIn: 'api/admin/imports.db.test.ts' },
  'POST /admin/api/cost-imports/check': { changesNothing: 'reports what an import would do' },
  'POST /admin/api/cost-imports': { testedIn: 'api/admin/cost-imports.db.test.ts' },
  'POST /admin/api/imports/:store': { testedIn: 'api/admin/imports.db.test.ts' },
  'POST /admin/api/shop-archive': { testedIn: 'api/admin/shop-archive.db.test.ts' },
  'POST /admin/api/shop-archive/:id/download': { changesNothing: 'asks for the proof of a download' },
  'PUT /admin/api/settings/:store': {
    call: async () => ({
      path: 'settings/sv',
      body: { section: 'mail', value: { name: 'Anode', address: 'hej@anode.se' }, version: 0 },
    }),
  },
  'POST /admin/api/settings/:store/pictures': { changesNothing: 'stores a file that no setting names yet' },
  'POST /admin/api/settings/:store/preview-link': { changesNothing: 'signs a link' },
  'PUT /admin/api/settings/:store/providers/:provider': {
    call: async () => ({
      path: 'settings/sv/providers/kustom',
      body: { keys: { username: 'PK-1', password: 'never-in-an-answer' }, expected: null },
    }),
  },
  'DELETE /admin/api/settings/:store/providers/:provider': {
    testedIn: 'api/admin/provider-accounts.db.test.ts',
  },
  'POST /admin/api/price-changes/preview': preview,
  'POST /admin/api/price-changes': prices,
  'POST /admin/api/assortment-changes/preview': preview,
  'POST /admin/api/assortment-changes': { testedIn: 'api/admin/assortment.db.test.ts' },
  'POST /admin/api/price-proposals/preview': preview,
  'POST /admin/api/price-proposals': { testedIn: 'api/admin/price-proposals.db.test.ts' },
  'POST /admin/api/planned-campaigns/remove': plannedCampaigns,
  'POST /admin/api/expired-campaigns/dismiss': plannedCampaigns,
  'POST /admin/api/shipments/preview': preview,
  'POST /admin/api/shipments': { testedIn: 'api/admin/ship-orders.db.test.ts' },
  'POST /admin/api/jobs/:id/undo': prices,
  'POST /admin/api/jobs/seen': { changesNothing: 'notes what the person has seen' },

  'POST /admin/api/audit/:id/undo': desk,
  'POST /admin/api/views': desk,
  'DELETE /admin/api/views/:id': desk,
  'PUT /admin/api/customers/:id': customerPage,
  'POST /admin/api/customers/:id/addresses': customerPage,
  'PUT /admin/api/customers/:id/addresses': customerPage,
  'DELETE /admin/api/customers/:id/addresses': customerPage,
  'PUT /admin/api/customers/:id/companies/:store': customerPage,
  'POST /admin/api/customers/:id/companies/:store/verify': customerPage,
  'POST /admin/api/customers/:id/companies/:store/ask': customerPage,
  'POST /admin/api/customers/:id/store-credit/:store': customerPage,
  'POST /admin/api/customers/:id/export': desk,
  'POST /admin/api/customers/:id/erase': desk,
  'POST /admin/api/orders/:number/buyer/export': buyers,
  'POST /admin/api/orders/:number/buyer/erase': buyers,
  'POST /admin/api/products/:store/:sku/prices': desk,
  'PUT /admin/api/products/:store/:sku/prices': desk,
  'POST /admin/api/products/:store/:sku/reduction-preview': preview,
  'PUT /admin/api/products/:store/:sku/place': { testedIn: 'api/admin/picking.db.test.ts' },
  'POST /admin/api/products/:store/:sku/stock': desk,
  'POST /admin/api/stock/:store/:sku/count': { testedIn: 'api/admin/stock.db.test.ts' },
  'PUT /admin/api/stock/:store/:sku/threshold': { testedIn: 'api/admin/stock.db.test.ts' },
  'PUT /admin/api/products/:store/:sku/incoming': productPage,
  'POST /admin/api/products': productPage,
  'POST /admin/api/products/:sku/versions/:entry': productPage,
  'PUT /admin/api/products/:sku': productPage,
  'PUT /admin/api/brands/:slug/manufacturer': { testedIn: 'api/admin/product-page.db.test.ts' },
  'PUT /admin/api/products/:sku/costs': { testedIn: 'api/admin/prices.db.test.ts' },
  'POST /admin/api/product-fit-preview': preview,
  'POST /admin/api/products/:sku/photos': productPage,
  'PUT /admin/api/products/:sku/photos/:position': productPage,
  'DELETE /admin/api/products/:sku/photos/:position': productPage,
  'POST /admin/api/coupons': {
    call: async () => ({
      path: 'coupons',
      body: { fields: { code: 'ADMIN-10', percentage_discount: 10 } },
    }),
  },
  'PUT /admin/api/coupons/:code': coupons,
  'POST /admin/api/coupons/:code/stop': coupons,
  'POST /admin/api/coupons/:code/resume': coupons,
  'POST /admin/api/coupon-simulations': preview,
  'POST /admin/api/failed-jobs/:key/retry': { testedIn: 'api/admin/failed-jobs.db.test.ts' },
  'POST /admin/api/failed-jobs/:key/dismiss': { testedIn: 'api/admin/failed-jobs.db.test.ts' },
  'POST /admin/api/searches/:key/close': { testedIn: 'api/admin/searches.db.test.ts' },
  'POST /admin/api/searches/:key/reopen': { testedIn: 'api/admin/searches.db.test.ts' },
  'POST /admin/api/api-keys': apiKeys,
  'POST /admin/api/api-keys/:key/replace': apiKeys,
  'POST /admin/api/api-keys/:key/revoke': apiKeys,
  'POST /admin/api/event-deliveries/:key/redeliver': eventDeliveries,
  'POST /admin/api/event-deliveries/:key/redeliver-all': eventDeliveries,
  'POST /admin/api/event-deliveries/:key/dismiss': eventDeliveries,
  'POST /admin/api/categories': categories,
  'PUT /admin/api/categories/:key': categories,
  'DELETE /admin/api/categories/:key': categories,
  'POST /admin/api/custom-fields': customFields,
  'PUT /admin/api/custom-fields/:key': customFields,
  'POST /admin/api/custom-fields/:key/archive': customFields,
  'POST /admin/api/custom-fields/:key/restore': customFields,
  'POST /admin/api/field-pictures': { changesNothing: 'stores a file that no value names yet' },
  'PUT /admin/api/field-values/product/:name': customFields,
  'PUT /admin/api/field-values/customer/:name': customFields,
  'PUT /admin/api/field-values/company/:name': customFields,
  'PUT /admin/api/field-values/order/:name': customFields,
  'PUT /admin/api/field-values/coupon/:name': customFields,
  'POST /admin/api/redirects': redirects,
  'PUT /admin/api/redirects/:key': redirects,
  'DELETE /admin/api/redirects/:key': redirects,
  'PUT /admin/api/former-pages/:key': formerPages,
  'POST /admin/api/former-pages/bulk/confirm': formerPages,
  'POST /admin/api/former-pages/bulk/discard': formerPages,
  'POST /admin/api/hints': hints,
  'PUT /admin/api/hints/:key': hints,
  'DELETE /admin/api/hints/:key': hints,
  'PUT /admin/api/numbers/:key': { testedIn: 'domain/numbers/number-resource.db.test.ts' },
  'PUT /admin/api/brands/:key': { testedIn: 'domain/catalogue/brand-resource.db.test.ts' },
  'POST /admin/api/content-pages': contentPages,
  'PUT /admin/api/content-pages/:key': contentPages,
  'DELETE /admin/api/content-pages/:key': contentPages,
  ...storedLists,
  ...ofModules('adminCalls'),
}
