import { expect, it } from 'vitest'
import { requestPriority } from './request-priority.ts'

it.each([
  ['/sv', 'browse'],
  ['/sv.data?_routes=x', 'browse'],
  ['/de/artiklar/x.html', 'browse'],
  ['/sv/sokresultat.html?query=x', 'browse'],
  ['/api/products?query=x', 'browse'],
  ['/api/search-triggers', 'browse'],
  ['/api/sync-cart?locale=sv', 'purchase'],
  ['/api/checkout/abc/order', 'purchase'],
  ['/api/auth/login', 'purchase'],
  ['/no/checkout', 'purchase'],
  ['/no/Checkout.data', 'purchase'],
  ['/da/my-account/orders', 'purchase'],
  ['/assets/x.js', null],
  ['/healthz', null],
  ['/readyz', null],
  ['/', null],
  ['/?utm_source=x', null],
  // A different spelling that is routed to the same page.
  ['/%61pi/products?query=x', 'browse'],
  ['/%61pi/checkout', 'purchase'],
  ['/%73v/sokresultat.html?query=x', 'browse'],
  ['/s%76/checkout', 'purchase'],
  ['//sv/x.html', 'browse'],
  ['http://shop.example/sv/x.html', 'browse'],
  ['/%zz', 'browse'],
  // No such page: a 404 is rendered.
  ['/anything', 'browse'],
  ['/API/products', 'browse'],
  ['/SV/x', 'browse'],
] as const)('%s ranks as %s', (path, priority) => {
  expect(requestPriority(path)).toBe(priority)
})
