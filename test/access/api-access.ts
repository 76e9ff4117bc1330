/**
 * Every route of the application with who may call it. A new route needs one line here; `access-tables.test.ts` names
 * those without. `access.http.test.ts` calls each of them as people who may not.
 */
import { ofModules } from '../module-tests.ts'
import { account, open, operations, order, signed, singleUse, unguessable } from './access-rule.ts'
import { strangersForm } from './strangers-form.ts'

const passkeyAnswer = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    attestationObject: 'AAAA',
  },
}

const newPassword = 'ett nytt långt lösenord'

export const apiAccess = {
  ...ofModules('apiAccess'),
  // Catalogue, content and cart
  'GET /api/products': open(),
  'GET /api/products/:slug': open({ fixed: { slug: 'finns-inte' } }),
  'GET /api/products/:id/upselling': open({ fixed: { id: '1' } }),
  'GET /api/product-categories': open(),
  'POST /api/category-children': open({ body: { productIDs: [], Categories: [] } }),
  'POST /api/search-misses': open({ body: { query: 'finns inte' } }),
  'GET /api/strings': open(),
  'GET /api/widget-by-slug/:slug': open({ fixed: { slug: 'store-message-footer' } }),
  'GET /api/search-triggers': open({ query: { query: 'batteri' } }),
  'GET /api/current-deal': open(),
  'GET /api/next-delivery': open(),
  'GET /api/shipping-methods': open({ query: { postalCode: '12345' } }),
  'POST /api/sync-cart': open({ body: { items: [] } }),
  'POST /api/cross-selling-products': open({ body: { cart: [] } }),
  'POST /api/sync-coupons': open({ body: { coupons: [], cart_contents: [] } }),
  'POST /api/price-cart': open({ body: { items: [] } }),
  'GET /api/openapi.json': open(),
  'ANY /api/*': open({ fixed: { '*': 'finns-inte' } }),
  'GET /store-pictures/:file': open({ fixed: { file: 'finns-inte.png' } }),
  'GET /pictures/:file': open({ fixed: { file: 'finns-inte.avif' } }),
  'POST /captuerr': open({ body: { error: 'x', level: 'error', url: 'http://x.example/' } }),
  'GET /api/store-preview/:pass': unguessable({ fixed: { pass: 'x' } }),
  'GET /api/staff-pass/:pass': unguessable({ fixed: { pass: 'x' } }),

  // Checkout: the id alone opens it, without the data of a customer who is not logged in
  'POST /api/checkout': open({ body: { items: [{ sku: 'VO-AA-8', quantity: 1 }] } }),
  'GET /api/checkout/:id': unguessable({ params: { id: 'checkout' } }),
  'PUT /api/checkout/:id': unguessable({ params: { id: 'checkout' }, body: { city: 'Luleå' } }),
  'PATCH /api/checkout/:id': unguessable({ params: { id: 'checkout' }, body: { city: 'Luleå' } }),
  'POST /api/checkout/:id/payment': unguessable({ params: { id: 'checkout' }, body: { provider: 'klarna' } }),
  'POST /api/checkout/:id/payment/commit': unguessable({
    params: { id: 'checkout' },
    body: { ...strangersForm, provider: 'stripe' },
    // No payment is open.
    refused: [404, 503],
  }),
  'POST /api/checkout/:id/payment/result': unguessable({ params: { id: 'checkout' }, body: {} }),
  'POST /api/checkout/:id/complete': unguessable({ params: { id: 'checkout' }, body: strangersForm }),
  'POST /api/checkout/:id/order': unguessable({ params: { id: 'checkout' }, body: strangersForm }),

  // Orders
  'GET /api/orders': account(),
  'GET /api/former-orders': account(),
  'GET /api/store-credit': account(),
  'GET /api/orders/:id': order({ params: { id: 'order' } }),
  'GET /api/orders/:id/invoices/:number': order({ params: { id: 'order', number: 'invoice' } }),
  'GET /api/orders/confirmation/:token': unguessable({ params: { token: 'orderToken' } }),
  // The answer to an unknown token is `is_first: false`.
  'POST /api/orders/confirmation/:token/purchase-event': unguessable({
    params: { token: 'orderToken' },
    refused: [200],
  }),
  'GET /api/orders/confirmation/:token/invoices/:number': unguessable({
    params: { token: 'orderToken', number: 'invoice' },
  }),
  'GET /api/track-order/:id': open({ params: { id: 'order' }, query: { email: 'fremling@exempel.se' } }),

  // Logging in
  'POST /api/auth/login': singleUse({ owned: { token: 'usedToken' } }),
  'POST /api/auth/refresh': singleUse({ owned: { refresh_token: 'usedToken' } }),
  'POST /api/auth/logout': open(),
  'POST /api/order-auth/login': singleUse({
    body: { email: 'fremling@exempel.se' },
    owned: { order_id: 'order' },
    // The number of tries with one address is limited.
    refused: [401, 429],
  }),
  'POST /api/order-auth/refresh': singleUse({ owned: { refresh_token: 'usedToken' } }),
  'GET /api/order-auth/info': order({ foreign: [200] }),
  'POST /api/auth/passkey-login/options': open(),
  'POST /api/auth/passkey-login': singleUse({ body: { response: passkeyAnswer } }),

  // Opening an account and its password; the answers are the same for every address
  'POST /api/auth/forgot-password': open({ owned: { email: 'email' } }),
  'POST /api/auth/register': open({ owned: { email: 'email' } }),
  'POST /api/auth/change-password': singleUse({
    body: { password: newPassword },
    owned: { token: 'usedToken' },
  }),
  'POST /api/auth/open-account': singleUse({
    body: { password: newPassword, firstName: 'Frida', lastName: 'Främling' },
    owned: { token: 'usedToken' },
  }),
  'POST /api/auth/confirm-email': singleUse({ owned: { token: 'usedToken' } }),

  // The account itself; what changes how one signs in asks for the password
  'GET /api/auth/profile': account(),
  'PUT /api/auth/profile': account({ body: {}, foreign: [200, 422] }),
  'GET /api/auth/personal-data': account(),
  'DELETE /api/auth/account': account({ body: { password: 'fel lösenord' }, foreign: [401, 403, 422] }),
  'PUT /api/auth/password': account({
    body: { current_password: 'fel lösenord', password: newPassword },
    foreign: [401, 422],
  }),
  'POST /api/auth/email': account({
    body: { email: 'fremling@exempel.se', password: 'fel lösenord' },
    foreign: [401, 422],
  }),
  'GET /api/auth/sessions': account(),
  'DELETE /api/auth/sessions': account({ foreign: [204] }),
  'DELETE /api/auth/sessions/:id': account({ params: { id: 'session' }, foreign: [404] }),
  'GET /api/auth/passkeys': account(),
  'POST /api/auth/passkeys/options': account(),
  'POST /api/auth/passkeys': account({ body: { name: 'Nyckel', response: passkeyAnswer }, foreign: [403] }),
  'PATCH /api/auth/passkeys/:id': account({
    params: { id: 'passkey' },
    body: { name: 'Min' },
    foreign: [404],
  }),
  'DELETE /api/auth/passkeys/:id': account({ params: { id: 'passkey' }, foreign: [404] }),
  'POST /api/auth/proof': account({ body: { password: 'fel lösenord' }, foreign: [422] }),
  'POST /api/auth/cart': account({ body: { items: [], coupons: [] } }),
  'DELETE /api/auth/cart': account({ foreign: [204] }),
  'GET /api/auth/addresses': account(),
  'POST /api/auth/addresses': account({ body: { kind: 'delivery', isDefault: false }, foreign: [422] }),
  'PUT /api/auth/addresses/:id': account({
    fixed: { id: '1' },
    body: {
      kind: 'delivery',
      isDefault: false,
      firstName: 'Frida',
      lastName: 'Främling',
      address: 'Storgatan 1',
      postalCode: '123 45',
      city: 'Luleå',
    },
    foreign: [404],
  }),
  'DELETE /api/auth/addresses/:id': account({ fixed: { id: '1' }, foreign: [404] }),
  'GET /api/own-prices': account({ query: { ids: '1,2' } }),

  // Companies: each person sees their own company
  'GET /api/company': account(),
  'POST /api/company': account({ body: {}, foreign: [409, 422] }),
  'PATCH /api/company': account({ body: { city: 'Kiruna' } }),
  'GET /api/company/orders': account(),
  'POST /api/company/join': account({ owned: { token: 'usedToken' }, foreign: [422] }),
  'POST /api/company/verify': open({ body: { token: 'x' } }),
  'POST /api/company/invitations': account({
    body: { email: 'fremling@exempel.se', role: 'buyer' },
    foreign: [201, 429],
  }),
  'DELETE /api/company/invitations/:id': account({ params: { id: 'invitation' }, foreign: [404] }),
  'PATCH /api/company/people/:id': account({
    params: { id: 'person' },
    body: { role: 'buyer', approval_above: null },
    foreign: [404],
  }),
  'DELETE /api/company/people/:id': account({ params: { id: 'person' }, foreign: [404] }),

  // Quick order and saved carts
  'POST /api/quick-order': account({ body: { rows: [{ sku: 'VO-AA-8', quantity: 1 }] } }),
  'GET /api/saved-carts': account(),
  'POST /api/saved-carts': account({
    body: { name: 'Korg', lines: [{ sku: 'VO-AA-8', quantity: 1 }] },
    foreign: [201, 409],
  }),
  'PUT /api/saved-carts/:id': account({
    params: { id: 'savedCart' },
    body: { name: 'Korg', shared: false },
    foreign: [404],
  }),
  'DELETE /api/saved-carts/:id': account({ params: { id: 'savedCart' }, foreign: [404] }),

  // The end of newsletters, the choice of mails and notices; the answers are the same for every address
  'POST /api/unsubscribe': singleUse({ owned: { email: 'email', token: 'usedToken' }, refused: [403] }),
  'GET /api/mail-preferences': singleUse({
    query: { email: 'fremling@exempel.se', token: 'x' },
    refused: [403],
  }),
  'PUT /api/mail-preferences': singleUse({
    body: { topics: [{ topic: 'subscription-reminders', wanted: false }] },
    owned: { email: 'email', token: 'usedToken' },
    refused: [403],
  }),
  'GET /api/notices': singleUse({
    query: { email: 'fremling@exempel.se', token: 'x' },
    refused: [403],
  }),
  'POST /api/notices/remove': singleUse({
    body: { kind: 'stock', sku: 'VO-AA-8' },
    owned: { email: 'email', token: 'usedToken' },
    refused: [403],
  }),
  'GET /api/auth/notices': account(),
  'DELETE /api/auth/notices/:kind/:sku': account({
    fixed: { kind: 'stock', sku: 'VO-AA-8' },
    foreign: [404],
  }),
  'GET /api/auth/mail-preferences': account(),
  'PUT /api/auth/mail-preferences': account({ body: { topics: [{ topic: 'stock', wanted: true }] } }),
  'GET /api/one-click-unsubscribe/:store/:topic': singleUse({
    fixed: { store: 'sv', topic: 'subscription-reminders' },
    query: { recipient: 'x.y' },
    refused: [403],
  }),
  'POST /api/one-click-unsubscribe/:store/:topic': singleUse({
    fixed: { store: 'sv', topic: 'subscription-reminders' },
    query: { recipient: 'x.y' },
    refused: [403],
  }),
  'POST /api/confirmations': singleUse({ owned: { token: 'usedToken' }, refused: [403] }),

  // Files for machines, and pages (page-access.ts)
  'GET /robots.txt': open(),
  'GET /llms.txt': open(),
  'GET /manifests/:file': open({ fixed: { file: 'sv.webmanifest' } }),
  'GET /sitemap.xml': open(),
  'GET /sitemaps/:store/:file': open({ fixed: { store: 'sv', file: 'pages.xml' } }),
  'GET /feeds/:store/offers.rss': open({ fixed: { store: 'sv' } }),
  'GET /feeds/:store/products.tsv': open({ fixed: { store: 'sv' } }),
  'GET /feeds/:store/meta.csv': open({ fixed: { store: 'sv' } }),
  'GET /feeds/:store/idealo.csv': open({ fixed: { store: 'de' } }),
  'GET /feeds/:store/kelkoo.tsv': open({ fixed: { store: 'sv' } }),
  'GET /feeds/:store/pricerunner.tsv': open({ fixed: { store: 'sv' } }),
  'GET /*': open({ fixed: { '*': 'sv' } }),
  'POST /*': open({ fixed: { '*': 'sv' } }),

  // Other companies, and monitoring
  'GET /callbacks/:provider/:store/notification': signed({
    fixed: { provider: 'klarna', store: 'sv' },
  }),
  'POST /callbacks/:provider/:store/notification': signed({
    fixed: { provider: 'stripe', store: 'sv' },
    body: { type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } },
  }),
  'GET /callbacks/:provider/:store/:kind': signed({
    fixed: { provider: 'klarna', store: 'sv', kind: 'validation' },
  }),
  'POST /callbacks/:provider/:store/:kind': signed({
    fixed: { provider: 'stripe', store: 'sv', kind: 'validation' },
  }),
  'POST /callbacks/:carrier/deliveries': signed({
    fixed: { carrier: 'instabee' },
    body: { eventType: 'DELIVERED_TO_CONSUMER', timestamp: '2026-11-24T16:10:00Z', packageId: 'PKG-001' },
  }),
  'GET /healthz': operations(),
  'GET /readyz': operations(),
  'GET /metrics': operations(),
}
