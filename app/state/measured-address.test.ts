import { expect, it } from 'vitest'
import { measuredAddress } from './measured-address.ts'

const token = '0123456789abcdef0123456789abcdef'

it.each([
  [
    '/sv/artiklar/batterier/index.html?page=2&sort=name',
    '/sv/artiklar/batterier/index.html?page=2&sort=name',
  ],
  ['/sv?utm_source=mail&gclid=x&login', '/sv?utm_source=mail&gclid=x'],
  ['/sv?token=secret&change_password=secret#top', '/sv'],
  ['/de/unsubscribe?email=anna%40beispiel.de&token=x', '/de/unsubscribe'],
  [`/no/checkout/confirmation/${token}`, '/no/checkout/confirmation/:id'],
  [`/no/checkout/${token}`, '/no/checkout/:id'],
  ['/da/my-order/1001', '/da/my-order/:id'],
  ['/da/my-order/return/1001', '/da/my-order/return/:id'],
  ['/da/track-order/S1001', '/da/track-order/:id'],
])('the measured address of %s contains no secret and no personal data', (path, measured) => {
  expect(measuredAddress(`https://shop.example${path}`)).toBe(`https://shop.example${measured}`)
})
