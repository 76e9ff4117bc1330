/** One subscription with everything that its customer can change (SUBS-04); each action is one request. */
import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { useLocation } from 'react-router'
import type { SubscriptionPatch, SubscriptionView } from '../contract.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { postalCodeText } from '../../../domain/stores/postal-code.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { intervalText } from '../../../app/features/products/interval-text.ts'
import { links, withQuery } from '../../../app/links.ts'
import { callAccount } from '../../../app/state/auth.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { SubscriptionCardForm } from './subscription-card-form.tsx'
import styles from './subscriptions-page.module.css'
import { formText } from '../../../app/pages/account/form-text.ts'

export type ShownSubscription = SubscriptionView & { store: StoreCode }

export interface SubscriptionProps {
  subscription: ShownSubscription
  onChange: (answer: SubscriptionView) => void
}

interface Outcome {
  isSaved: boolean
  message: string | null
  errors: Record<string, string>
}

const nothing: Outcome = { isSaved: false, message: null, errors: {} }

export function SubscriptionCard({ subscription, onChange }: SubscriptionProps) {
  const t = useStrings()
  const store = useStore()
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState(nothing)
  const { id, status, name, slug, problem, can_change: isFree } = subscription
  const change = async (patch: SubscriptionPatch) => {
    setSending(true)
    setOutcome(nothing)
    const answer = await callAccount<SubscriptionView>(store, `subscriptions/${id}`, {
      method: 'PATCH',
      body: patch,
    })
    setSending(false)
    if (answer.ok) onChange(answer.data)
    const { message, errors } = answer.ok ? { message: null, errors: {} } : answer
    setOutcome({
      isSaved: answer.ok,
      message: answer.ok ? null : (message ?? t('subscription.failed')),
      errors,
    })
  }
  const parts = { subscription, change: (patch: SubscriptionPatch) => void change(patch), sending }
  return (
    <article className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{slug === null ? name : <a href={links.product(subscription.store, slug)}>{name}</a>}</h3>
        <span className={styles.status} data-subscription-status={status}>
          {t(`subscription.status_${status}`)}
        </span>
      </div>
      <p className={styles.soft}>{id}</p>
      <Facts subscription={subscription} />
      {problem !== null && isProblem(problem) && (
        <Notice look="warning" role="status">
          {t(`subscription.problem_${problem}`)}
        </Notice>
      )}
      {!isFree && <p role="status">{t('subscription.busy')}</p>}
      {status !== 'cancelled' && (
        <>
          <Amounts {...parts} />
          <Actions {...parts} />
          <Address {...parts} errors={outcome.errors} />
          <Payment {...parts} onChange={onChange} />
          <details className={styles.more}>
            <summary>{t('subscription.cancel')}</summary>
            <p>{t('subscription.cancel_text')}</p>
            <Button disabled={sending} onClick={() => parts.change({ status: 'cancelled' })}>
              {t('subscription.cancel_now')}
            </Button>
          </details>
        </>
      )}
      <p role="status" className={styles.saved}>
        {outcome.isSaved && t('subscription.saved')}
      </p>
      {outcome.message !== null && (
        <Notice look="danger" role="alert">
          {outcome.message}
        </Notice>
      )}
    </article>
  )
}

const problems = ['payment_failed', 'confirm_payment', 'out_of_stock', 'not_ordered'] as const

function isProblem(code: string): code is (typeof problems)[number] {
  return problems.some((problem) => problem === code)
}

function Facts({ subscription }: Pick<SubscriptionProps, 'subscription'>) {
  const t = useStrings()
  const { iso } = useStore()
  const { next_on: next, ends_on: end, price, price_at_most: most } = subscription
  const { status, quantity, interval, address, payment } = subscription
  const money = (major: number) => formatMoney(toMinor(major), stores[subscription.store])
  const postalCode = postalCodeText(address.postalCode, stores[subscription.store])
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone: 'UTC' })
  const method = payment.method === 'invoice' ? t('subscription.invoice') : payment.label
  return (
    <ul className={styles.facts}>
      <li>
        {quantity} × {intervalText(interval, t)}
      </li>
      {next !== null && <li>{t('subscription.next', { day: day.format(new Date(`${next}T12:00:00Z`)) })}</li>}
      {end !== null && <li>{t('subscription.ends', { day: day.format(new Date(`${end}T12:00:00Z`)) })}</li>}
      {status === 'paused' && <li>{t('subscription.paused_text')}</li>}
      {status === 'cancelled' && <li>{t('subscription.cancelled_text')}</li>}
      {price !== null && status !== 'cancelled' && (
        <li>{t('subscription.price', { price: money(price), most: money(most ?? price) })}</li>
      )}
      {status !== 'cancelled' && (
        <>
          <li>
            {t('subscription.address', { address: `${address.address}, ${postalCode} ${address.city}` })}
          </li>
          <li>{method === null ? t('subscription.no_method') : t('subscription.pay_with', { method })}</li>
        </>
      )}
    </ul>
  )
}

interface PartProps {
  subscription: ShownSubscription
  change: (patch: SubscriptionPatch) => void
  sending: boolean
}

function Amounts({ subscription, change, sending }: PartProps) {
  const t = useStrings()
  const field = useId()
  const { interval, intervals, quantity, name } = subscription
  // An interval that is not offered any more stays in the list as long as it is the present one.
  const offered = intervals.includes(interval) ? intervals : [interval, ...intervals]
  return (
    <div className={styles.amounts}>
      <div className={styles.amount}>
        {/* The stepper's own label names the product, too. */}
        <span aria-hidden="true">{t('subscription.quantity')}</span>
        <QuantityStepper
          quantity={quantity}
          label={t('subscription.quantity_of', { name })}
          settleMs={800}
          onChange={(wanted) => change({ quantity: wanted })}
        />
      </div>
      <div className={styles.amount}>
        <label htmlFor={field}>{t('subscription.interval')}</label>
        <select
          id={field}
          value={interval}
          disabled={sending}
          onChange={(event) => change({ interval: event.target.value })}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {intervalText(each, t)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

function Actions({ subscription, change, sending }: PartProps) {
  const t = useStrings()
  const { status, can_change: isFree } = subscription
  const isDisabled = sending || !isFree
  return (
    <div className={styles.actions}>
      {status === 'active' ? (
        <>
          <Button disabled={isDisabled} onClick={() => change({ skip_next: true })}>
            {t('subscription.skip')}
          </Button>
          <Button disabled={isDisabled} onClick={() => change({ status: 'paused' })}>
            {t('subscription.pause')}
          </Button>
        </>
      ) : (
        <Button look="main" disabled={sending} onClick={() => change({ status: 'active' })}>
          {t('subscription.resume')}
        </Button>
      )}
    </div>
  )
}

function Address({ subscription, change, sending, errors }: PartProps & { errors: Record<string, string> }) {
  const t = useStrings()
  const { address } = subscription
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = (field: string) => formText(event.currentTarget, field)
    change({ address: { address: text('address'), postalCode: text('postalCode'), city: text('city') } })
  }
  return (
    <details className={styles.more}>
      <summary>{t('subscription.change_address')}</summary>
      <form className={styles.form} method="post" onSubmit={submit}>
        <FormField
          label={t('checkout.address')}
          name="address"
          autoComplete="street-address"
          defaultValue={address.address}
          error={errors['address']}
        />
        <FormField
          label={t('checkout.postal_code')}
          name="postalCode"
          autoComplete="postal-code"
          defaultValue={address.postalCode}
          error={errors['postalCode']}
        />
        <FormField
          label={t('checkout.city')}
          name="city"
          autoComplete="address-level2"
          defaultValue={address.city}
          error={errors['city']}
        />
        <Button type="submit" disabled={sending}>
          {t('subscription.save')}
        </Button>
      </form>
    </details>
  )
}

/** The card's form is shown in a document of its own, whose policy admits the provider's script. */
function Payment({
  subscription,
  change,
  sending,
  onChange,
}: PartProps & Pick<SubscriptionProps, 'onChange'>) {
  const t = useStrings()
  const { code } = useStore()
  const query = new URLSearchParams(useLocation().search)
  const { id, payment, payment_methods: methods } = subscription
  const isOpen = query.get('card') === id
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(isOpen), [isOpen])
  return (
    <details className={styles.more} open={isOpen || undefined}>
      <summary>{t('subscription.change_payment')}</summary>
      <div className={styles.form}>
        {methods.includes('invoice') && payment.method !== 'invoice' && (
          <Button disabled={sending} onClick={() => change({ payment_method: 'invoice' })}>
            {t('subscription.use_invoice')}
          </Button>
        )}
        {methods.includes('stripe') &&
          (isShown ? (
            <SubscriptionCardForm id={id} onSaved={onChange} />
          ) : (
            <ButtonLink href={withQuery(links.account(code, 'subscriptions'), { card: id })} data-document>
              {t('subscription.open_card')}
            </ButtonLink>
          ))}
      </div>
    </details>
  )
}
