/** What was chosen for the delivery, as far as it is offered. Pure. */
import { nearestPoint } from '../../../domain/shipping/service-point.ts'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import type { CheckoutForm } from './checkout-types.ts'

type Choices = Pick<CheckoutForm, 'shippingMethod' | 'servicePoint'>
type Offered = Pick<ShippingMethodAnswer, 'id'> & { service_points: readonly { id: string }[] }

/**
 * A shipping method or service point that is not offered (any more) counts as not chosen. Where "the nearest one" was
 * chosen without a list, by staff for example, the nearest of the list is. `methods` null: not known yet.
 */
export function withoutUnofferedChoices<Form extends Choices>(
  form: Form,
  methods: readonly Offered[] | null,
): Form {
  if (methods === null) return form
  const method = methods.find(({ id }) => id === form.shippingMethod)
  if (method === undefined) return { ...form, shippingMethod: '', servicePoint: '' }
  const points = method.service_points
  if (form.servicePoint === nearestPoint && points[0]) return { ...form, servicePoint: points[0].id }
  const known = points.length === 0 || points.some(({ id }) => id === form.servicePoint)
  return known ? form : { ...form, servicePoint: '' }
}
