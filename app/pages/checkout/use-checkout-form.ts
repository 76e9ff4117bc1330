/** What is typed into checkout's form, what is wrong with it, and what came of sending it. */
import { useEffect, useState } from 'react'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { normalizePostalCode } from '../../../domain/stores/postal-code.ts'
import { checkField, checkForm, type TextField } from './check-form.ts'
import {
  formOf,
  type CheckoutForm,
  type CheckoutView,
  type FieldErrors,
  type PlaceRefusal,
} from './checkout-types.ts'
import type { CheckoutSession } from './use-checkout.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

export function useCheckoutForm(session: CheckoutSession, view: CheckoutView) {
  const t = useStrings()
  const store = useStore()
  const [form, setForm] = useState(() => formOf(view, useShopState.getState().cart.postalCode))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<PlaceRefusal | null>(null)
  const postalCode = normalizePostalCode(form.postalCode, store)
  const shipping = useShippingMethods(store, postalCode, view.id)
  const method = shipping.methods?.find(({ id }) => id === form.shippingMethod)

  // The postal code is remembered for the next visit (CHECKOUT-05).
  useEffect(() => {
    if (postalCode !== null) useShopState.setState((state) => ({ cart: { ...state.cart, postalCode } }))
  }, [postalCode])
  // A way of delivery that is no longer offered is no choice.
  useEffect(() => {
    if (shipping.methods && form.shippingMethod !== '' && method === undefined)
      setForm((before) => ({ ...before, shippingMethod: '', servicePoint: '' }))
  }, [shipping.methods, form.shippingMethod, method])

  return {
    form,
    errors,
    refusal,
    shipping,
    /** Takes over what was typed or chosen; its field counts as right until it is looked at again. */
    change(part: Partial<CheckoutForm>) {
      setForm((before) => ({ ...before, ...part }))
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    },
    /** Checks a field that is left, and keeps it with the checkout when it is right (VALID-12). */
    leave(field: TextField) {
      const value = form[field]
      const problem = checkField(field, value, store, t)
      if (problem !== undefined) setErrors((before) => ({ ...before, [field]: problem }))
      // The number a person is known by is sent once, with the order, and kept nowhere before.
      else if (field !== 'identityNumber' && value.trim() !== '') void session.keep({ [field]: value.trim() })
    },
    /** Sends the order if the browser finds nothing wrong; true when the shopper has to look again. */
    async submit(): Promise<boolean> {
      const found = checkForm(form, method?.needs_service_point ?? false, store, t)
      setErrors(found)
      setRefusal(null)
      if (Object.keys(found).length > 0) return true
      const refused = await session.place(form)
      setRefusal(refused)
      if (refused?.code === 'invalid_fields') setErrors(refused.errors)
      return refused !== null
    },
  }
}
