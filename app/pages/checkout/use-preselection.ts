/** Chooses for the shopper where there is one choice only: the delivery method, the payment method. */
import { useEffect, useEffectEvent } from 'react'
import { nearestPoint } from '../../../domain/shipping/service-point.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import type { CheckoutForm } from './checkout-types.ts'

interface Preselection {
  form: CheckoutForm
  view: Pick<CheckoutView, 'preselected' | 'amount_due'>
  methods: readonly ShippingMethodAnswer[] | null
  choose(part: Partial<CheckoutForm>): void
}

export function usePreselection({ form, view, methods, choose }: Preselection): void {
  const only = methods?.length === 1 ? methods[0] : undefined
  const delivery = form.shippingMethod === '' ? only : undefined
  const payment =
    form.paymentMethod === '' && view.amount_due > 0 ? view.preselected[form.customerType] : null
  const take = useEffectEvent((part: Partial<CheckoutForm>) => choose(part))
  const deliveryId = delivery?.id
  const takesNearest = delivery?.needs_service_point === true && delivery.service_points.length === 0
  useEffect(() => {
    if (deliveryId !== undefined)
      take({ shippingMethod: deliveryId, servicePoint: takesNearest ? nearestPoint : '' })
  }, [deliveryId, takesNearest])
  useEffect(() => {
    if (payment !== null) take({ paymentMethod: payment })
  }, [payment])
}
