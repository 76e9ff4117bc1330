/** State of the checkout form: values, errors, and the result of submitting it. */
import { useState } from 'react'
import { normalizePostalCode } from '../../../domain/stores/postal-code.ts'
import { rememberPostalCode } from '../../state/postal-code.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { checkForm, checkText, type FieldProblem } from './check-form.ts'
import { fieldLabel, optionalFields, type CheckedField, type TextField } from './checkout-fields.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { formOf, type CheckoutForm, type FieldErrors } from './checkout-types.ts'
import { orderApproval } from './order-approval.ts'
import type { PlaceRefusal } from './place-refusal.ts'
import type { CheckoutSession } from './use-checkout.ts'
import { withoutUnofferedChoices } from './offered-choices.ts'
import { usePreselection } from './use-preselection.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

/** The form state passed to every step. */
export interface StepProps {
  form: CheckoutForm
  errors: FieldErrors
  /** The text field that was just left, whose error is announced; null after the form was sent. */
  left: TextField | null
  /** Changes a value and clears its error. */
  change(part: Partial<CheckoutForm>): void
  /** Changes and saves at once: for a choice, not a text. */
  choose(part: Partial<CheckoutForm>): void
  /** On blur of a text field: validates and saves it. */
  leave(field: TextField): void
}

export function useCheckoutForm(session: CheckoutSession, view: CheckoutView) {
  const t = useStrings()
  const store = useStore()
  const [typed, setTyped] = useState(() => formOf(view, useShopState.getState().cart.postalCode))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [left, setLeft] = useState<TextField | null>(null)
  const [refusal, setRefusal] = useState<PlaceRefusal | null>(null)
  // A provider's frame has an address form of its own.
  const asksApproval = view.company?.needs_approval === true && typed.customerType === 'business'
  const approval = asksApproval ? orderApproval : null
  const choice = view.payment_choices[typed.customerType].find(({ id }) => id === typed.paymentMethod)
  const paymentMethod = choice?.id ?? ''
  const framed = approval === null && choice?.collects === 'frame' && view.amount_due > 0
  const placeField = typed.separateDelivery && !framed ? 'deliveryPostalCode' : 'postalCode'
  const postalCode = normalizePostalCode(typed[placeField], store)
  const shipping = useShippingMethods(
    store,
    view.needs_delivery ? postalCode : null,
    view,
    typed.customerType,
  )
  const form = withoutUnofferedChoices({ ...typed, paymentMethod }, shipping.methods)
  const method = shipping.methods?.find(({ id }) => id === form.shippingMethod)
  const needsServicePoint = method?.needs_service_point === true
  const needsPostNumber = method?.needs_post_number === true
  const page = () => ({
    store,
    needsServicePoint,
    needsPostNumber,
    needsDelivery: view.needs_delivery,
    needsPayment: view.amount_due > 0 && approval === null,
    required:
      typed.customerType === 'business' ? (view.company?.required_references as TextField[] | undefined) : [],
    now: Date.now(),
  })

  const textOf = (field: CheckedField, problem: FieldProblem) =>
    t(problem, { field: t(fieldLabel(field, form)) })

  const change = (part: Partial<CheckoutForm>) => {
    setTyped((before) => ({ ...before, ...part }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }
  const choose = (part: Partial<CheckoutForm>) => {
    change(part)
    rememberChoice(part)
    void session.choose(part)
  }
  usePreselection({ form, methods: shipping.methods, choose })
  const leave = (field: TextField) => {
    setLeft(field)
    const text = form[field].trim()
    const isPostalCode = field === 'postalCode' || field === 'deliveryPostalCode'
    const value = isPostalCode ? (normalizePostalCode(text, store) ?? text) : text
    const stored = view.contact[field] ?? view.address[field] ?? view.remarks[field] ?? ''
    if (value !== form[field]) change({ [field]: value })
    const problem = checkText(field, { ...form, [field]: value }, page())
    if (problem !== null)
      afterPress(() => setErrors((before) => ({ ...before, [field]: textOf(field, problem) })))
    else if (value !== stored && (value !== '' || optionalFields.has(field))) {
      if (field === placeField) rememberPostalCode(value)
      void session.keep({ [field]: value })
    }
  }
  /** Submits the order; resolves to whether the shopper must correct something. */
  const submit = async (): Promise<boolean> => {
    const problems = Object.entries(checkForm(form, page())) as [CheckedField, FieldProblem][]
    setErrors(Object.fromEntries(problems.map(([field, problem]) => [field, textOf(field, problem)])))
    setRefusal(null)
    setLeft(null)
    if (problems.length > 0) return true
    const refused = await session.place(form, approval)
    setRefusal(refused)
    if (refused?.code === 'invalid_fields') setErrors(refused.errors)
    if (refused?.code === 'payment_incomplete')
      setErrors({ paymentMethod: refused.message ?? t('payment.incomplete') })
    return refused !== null
  }
  const pointMissing = needsServicePoint && form.servicePoint === ''
  return {
    step: { form, errors, left, change, choose, leave } satisfies StepProps,
    framed,
    approval,
    refusal,
    shipping,
    method: method ?? null,
    pointMissing,
    needsPostNumber,
    submit,
  }
}

/**
 * Runs now, or after the press that took the focus from a field: an error that appears while it lasts moves what is
 * pressed away from under it, and the click is lost.
 */
function afterPress(show: () => void): void {
  if (document.querySelector(':active') === null) show()
  else window.addEventListener('mouseup', () => setTimeout(show), { once: true })
}

/** Stores the choice with the cart (ENTITY-24). */
function rememberChoice({ shippingMethod, servicePoint, paymentMethod }: Partial<CheckoutForm>): void {
  useShopState.setState(({ cart }) => ({
    cart: {
      ...cart,
      ...(shippingMethod !== undefined && { shippingMethod }),
      ...(servicePoint !== undefined && { servicePoint: servicePoint || null }),
      ...(paymentMethod !== undefined && { paymentMethod: paymentMethod || null }),
    },
  }))
}
