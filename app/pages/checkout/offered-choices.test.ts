import { expect, it } from 'vitest'
import { withoutUnofferedChoices } from './offered-choices.ts'

const methods = [
  { id: 'pickup', service_points: [{ id: 'near' }, { id: 'far' }] },
  { id: 'silent', service_points: [] },
]
const offered = (shippingMethod: string, servicePoint: string) =>
  withoutUnofferedChoices({ shippingMethod, servicePoint }, methods)

it('keeps a chosen service point while it is listed, and while the carrier lists none', () => {
  expect(offered('pickup', 'far').servicePoint).toBe('far')
  expect(offered('pickup', 'closed').servicePoint).toBe('')
  expect(offered('silent', 'nearest').servicePoint).toBe('nearest')
  expect(offered('gone', 'far')).toEqual({ shippingMethod: '', servicePoint: '' })
  expect(withoutUnofferedChoices({ shippingMethod: 'gone', servicePoint: '' }, null).shippingMethod).toBe(
    'gone',
  )
})

it('chooses the nearest of the list where "the nearest" was chosen without one', () => {
  expect(offered('pickup', 'nearest').servicePoint).toBe('near')
})
