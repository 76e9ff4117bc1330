/** The form of checkout: who, where to, how it travels, how it is paid, and the legal button. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { normalizePostalCode } from '../../../domain/stores/postal-code.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { checkField, checkForm, type TextField } from './check-form.ts'
import { CheckoutSummary } from './checkout-summary.tsx'
import { formOf, type CheckoutForm as Form, type CheckoutView, type FieldErrors } from './checkout-types.ts'
import { ContactStep } from './contact-step.tsx'
import { DeliveryStep } from './delivery-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { useShippingMethods } from './use-shipping-methods.ts'
import type { CheckoutSession, PlaceRefusal } from './use-checkout.ts'
import styles from './checkout.module.css'

export function CheckoutForm({ session, view }: { session: CheckoutSession; view: CheckoutView }) {
  const t = useStrings()
  const store = useStore()
  const [form, setForm] = useState<Form>(() => formOf(view, useShopState.getState().cart.postalCode))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<PlaceRefusal | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const postalCode = normalizePostalCode(form.postalCode, store)
  const shipping = useShippingMethods(store, postalCode, view.id)
  const method = shipping.methods?.find(({ id }) => id === form.shippingMethod)
  const blocked = !view.payable || !view.minimum.reached

  const change = (part: Partial<Form>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) => {
      const left = { ...before }
      for (const field of Object.keys(part)) delete left[field]
      return left
    })
  }
  const leave = (field: TextField) => {
    const value = form[field]
    const problem = checkField(field, value, store, t)
    if (problem !== undefined) setErrors((before) => ({ ...before, [field]: problem }))
    // The number a person is known by is sent once, with the order, and kept nowhere before.
    else if (field !== 'identityNumber' && value.trim() !== '') void session.keep({ [field]: value.trim() })
  }

  // The postal code is remembered for the next visit (CHECKOUT-05).
  useEffect(() => {
    if (postalCode !== null) useShopState.setState((state) => ({ cart: { ...state.cart, postalCode } }))
  }, [postalCode])
  // A way of delivery that is no longer offered is no choice.
  useEffect(() => {
    if (shipping.methods && form.shippingMethod !== '' && method === undefined)
      setForm((before) => ({ ...before, shippingMethod: '', servicePoint: '' }))
  }, [shipping.methods, form.shippingMethod, method])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (session.placing || blocked) return
    const found = checkForm(form, method?.needs_service_point ?? false, store, t)
    setErrors(found)
    setRefusal(null)
    if (Object.keys(found).length === 0) {
      const refused = await session.place(form)
      if (refused === null) return
      setRefusal(refused)
      if (refused.code === 'invalid_fields') setErrors(refused.errors)
    }
    top.current?.focus()
  }

  return (
    <form className={styles.layout} onSubmit={(event) => void submit(event)} noValidate>
      <CheckoutSummary view={view} chosen={form.shippingMethod !== ''} />
      <div className={styles.steps}>
        <div ref={top} tabIndex={-1} className={styles.messages}>
          <Refusals refusal={refusal} errors={errors} view={view} />
        </div>
        <ContactStep form={form} errors={errors} change={change} leave={leave} keep={session.keep} />
        <DeliveryStep
          form={form}
          errors={errors}
          shipping={shipping}
          choose={(part) => {
            change(part)
            void session.keep(part)
          }}
        />
        <PaymentStep form={form} errors={errors} view={view} change={change} />
        <div className={styles.commit}>
          <p className={styles.payable}>
            {t('checkout.total')} <strong>{formatMoney(toMinor(view.total), store)}</strong>
          </p>
          <Button type="submit" look="main" size="large" wide disabled={session.placing || blocked}>
            {session.placing ? t('checkout.ordering') : t('checkout.order_button')}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What stands between the shopper and the order, in words, above the form. */
function Refusals({
  refusal,
  errors,
  view,
}: {
  refusal: PlaceRefusal | null
  errors: FieldErrors
  view: CheckoutView
}) {
  const t = useStrings()
  const store = useStore()
  const money = (major: number) => formatMoney(toMinor(major), store)
  const wrong = Object.entries(errors)
  return (
    <>
      {!view.minimum.reached && (
        <Notice look="warning">{t('checkout.below_minimum', { minimum: money(view.minimum.amount) })}</Notice>
      )}
      {view.minimum.reached && !view.payable && <Notice look="warning">{t('checkout.not_payable')}</Notice>}
      {refusal?.code === 'total_changed' && (
        <Notice look="warning" role="alert">
          {t('checkout.total_changed', { total: money(view.total) })}
        </Notice>
      )}
      {refusal?.code === 'lines_changed' && (
        <Notice look="warning" role="alert">
          {t('checkout.lines_changed')}
        </Notice>
      )}
      {refusal?.code === 'refused' && (
        <Notice look="danger" role="alert">
          {refusal.message ?? ''} {t('checkout.refused')}
        </Notice>
      )}
      {wrong.length > 0 && (
        <Notice look="danger" role="alert">
          <p>{t('checkout.check_fields')}</p>
          <ul>
            {wrong.map(([field, text]) => (
              <li key={field}>
                <a href={`#checkout-${field}`} data-document>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
