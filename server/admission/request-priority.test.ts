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
] as const)('%s ranks as %s', (path, priority) => {
  expect(requestPriority(path)).toBe(priority)
})
