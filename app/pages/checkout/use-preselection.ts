/** Chooses the delivery method for the shopper where there is one only. No payment method is ever preselected. */
import { useEffect, useEffectEvent } from 'react'
import { nearestPoint } from '../../../domain/shipping/service-point.ts'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import type { CheckoutForm } from './checkout-types.ts'

interface Preselection {
  form: CheckoutForm
  methods: readonly ShippingMethodAnswer[] | null
  choose(part: Partial<CheckoutForm>): void
}

export function usePreselection({ form, methods, choose }: Preselection): void {
  const only = methods?.length === 1 ? methods[0] : undefined
  const delivery = form.shippingMethod === '' ? only : undefined
  const take = useEffectEvent((part: Partial<CheckoutForm>) => choose(part))
  const deliveryId = delivery?.id
  const takesNearest = delivery?.needs_service_point === true && delivery.service_points.length === 0
  useEffect(() => {
    if (deliveryId !== undefined)
      take({ shippingMethod: deliveryId, servicePoint: takesNearest ? nearestPoint : '' })
  }, [deliveryId, takesNearest])
}
