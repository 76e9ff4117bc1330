import { expect, it } from 'vitest'
import { readClientError } from './client-error.ts'

const receipt = `https://shop.example/sv/checkout/confirmation/${'0123456789abcdef'.repeat(2)}`
const fault = {
  error: 'x is undefined',
  stack:
    'TypeError: x is undefined\n    at f (https://shop.example/assets/cart-Ab3_dE5g.js:1:2)\n    at g (https://shop.example/sv:1:9)',
  url: 'https://shop.example/sv/a',
}
const likeness = (changed: Partial<typeof fault>) => readClientError({ ...fault, ...changed }).likeness

it('reports of one fault are alike on every page and in every release', () => {
  expect(likeness({ url: 'https://shop.example/sv/b?x=1' })).toBe(likeness({}))
  expect(likeness({ stack: fault.stack.replace('cart-Ab3_dE5g.js:1:2', 'cart-Zz99zz-_.js:7:88') })).toBe(
    likeness({}),
  )
  expect(likeness({ error: 'y is undefined' })).not.toBe(likeness({}))
  expect(likeness({ stack: fault.stack.replace('at f', 'at h') })).not.toBe(likeness({}))
})

it('nothing that names a person or opens an order is kept', () => {
  const kept = readClientError({
    error: `No account anna.b@example.se, +46 70 123 45 67, 19900101-1234, ${receipt}?token=secret`,
    stack: `Error: anna.b@example.se\n  at f (${receipt}?token=secret:12:3)\n  at https://shop.example/a.js?mail=anna.b@example.se:1:2\ng@https://shop.example/b.js:3:4`,
    url: `${receipt}?token=secret&mail=anna.b@example.se#top`,
  })
  expect(JSON.stringify(kept)).not.toMatch(/anna|token|secret|0123456789abcdef|123|1990/)
  expect(kept).toMatchObject({
    store: 'sv',
    path: '/sv/checkout/confirmation/:id',
    frames:
      'at f (https://shop.example/sv/checkout/confirmation/:id:12:3)\nat https://shop.example/a.js:1:2\ng@https://shop.example/b.js:3:4',
  })
  expect(readClientError({ ...fault, url: 'https://shop.example/de/my-order/G100001' }).path).toBe(
    '/de/my-order/:id',
  )
})

it('what is kept has a limited length, whatever is reported', () => {
  const long = 'y '.repeat(5000)
  const kept = readClientError({
    error: long,
    stack: `at ${long}:1:2\n`.repeat(900),
    url: `https://a.example/${'b'.repeat(2000)}`,
  })
  expect(kept.message).toHaveLength(300)
  expect(kept.path).toHaveLength(300)
  expect(kept.frames.length).toBeLessThanOrEqual(1504)
  expect(readClientError({ error: '', stack: null, url: 'no address' })).toMatchObject({
    store: null,
    frames: '',
    path: '',
  })
})
