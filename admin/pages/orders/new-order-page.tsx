/** An order for a customer, who calls or writes: placed on invoice at once, or paid by a link that is mailed. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { NewOrderAnswer, OrderQuote } from '../../../contract/admin/new-order.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Facts } from '../../shell/card.tsx'
import { contactProblems } from '../../shell/contact-problems.ts'
import { CheckedForm, Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'
import { CartLines, emptyLine, typedCart, type CartLine } from './cart-lines.tsx'
import { PricedLines } from './priced-lines.tsx'
import styles from './order.module.css'

const customerFields = [
  { name: 'firstName', label: 'address.first_name' },
  { name: 'lastName', label: 'address.last_name' },
  { name: 'phone', label: 'order.phone' },
  { name: 'company', label: 'address.company', isOptional: true },
  { name: 'identityNumber', label: 'new_order.identity_number', isOptional: true },
  { name: 'street', label: 'address.street' },
  { name: 'postalCode', label: 'address.postal_code' },
  { name: 'city', label: 'address.city' },
] as const satisfies readonly { name: string; label: AdminKey; isOptional?: boolean }[]
type CustomerField = (typeof customerFields)[number]['name']

/** What is ordered by whom: the price depends on all of it. */
interface Cart {
  store: string
  email: string
  lines: readonly CartLine[]
  /** Coupon codes, separated by commas. */
  codes: string
}

/** Where it goes and how it is paid. */
interface Delivery {
  type: string
  customer: Readonly<Record<CustomerField, string>>
  /** Empty: not chosen yet. */
  method: string
  /** Id of the chosen pick-up point. */
  point: string
  payment: 'invoice' | 'link'
}

const noCustomer: Delivery['customer'] = {
  firstName: '',
  lastName: '',
  phone: '',
  company: '',
  identityNumber: '',
  street: '',
  postalCode: '',
  city: '',
}

export function Component() {
  const { t } = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const stores = session.stores.filter(({ code }) => can(session, 'order:create', code))
  // A repeated request with the same key places no second order.
  const [key] = useState(() => crypto.randomUUID())
  const [cart, setCart] = useState<Cart>({
    store: stores[0]?.code ?? '',
    email: '',
    lines: [emptyLine],
    codes: '',
  })
  const [delivery, setDelivery] = useState<Delivery>({
    type: 'private',
    customer: noCustomer,
    method: '',
    point: '',
    payment: 'invoice',
  })
  const [quote, setQuote] = useState<OrderQuote | null>(null)
  /** Where the pick-up points of the quote are. */
  const [quotedPostalCode, setQuotedPostalCode] = useState('')
  const quoting = useChange<OrderQuote>('POST', apiPaths.orderQuotes, { rereads: false })
  const placing = useChange<NewOrderAnswer>('POST', apiPaths.orders, {
    done: t(delivery.payment === 'link' ? 'new_order.link_sent' : 'new_order.placed'),
    rereads: false,
  })
  const calculate = async (method: string, type = delivery.type): Promise<void> => {
    const { postalCode } = delivery.customer
    const answer = await quoting.send({
      ...typedCart(cart),
      email: cart.email.trim(),
      customerType: type,
      shippingMethod: method === '' ? null : method,
      postalCode,
    })
    setQuote(answer)
    setQuotedPostalCode(postalCode)
    const known = answer?.customer
    if (!known || delivery.customer.lastName !== '') return
    const customer = { ...noCustomer, ...known, company: known.company ?? '' }
    setDelivery((current) => ({ ...current, type: known.type, customer }))
    if (known.type !== type) await calculate(method, known.type)
  }
  const place = async () => {
    const { type, customer, method, payment } = delivery
    const answer = await placing.send({
      ...typedCart(cart),
      key,
      customer: { type, email: cart.email.trim(), ...customer },
      shippingMethod: method,
      servicePoint: chosenPoint(quote, delivery)?.id ?? null,
      payment,
      total: quote?.total ?? 0,
    })
    if (answer !== null) await navigate(answer.number === null ? paths.orders : paths.order(answer.number))
  }
  return (
    <Page
      title={t('new_order.title')}
      intro={t('new_order.intro')}
      back={{ label: t('section.orders'), to: paths.orders }}
    >
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          void calculate(delivery.method)
        }}
      >
        <Card title={t('simulator.cart')}>
          <CartFields
            cart={cart}
            stores={stores}
            onChange={(changed) => {
              setCart(changed)
              // The price is calculated again.
              setQuote(null)
            }}
          />
          <RefusalNotice refusal={quoting.refusal} />
          <div className={layout.buttons}>
            <Button type="submit" look="main" size="small" disabled={quoting.isSending}>
              {t('simulator.run')}
            </Button>
          </div>
        </Card>
      </form>
      <div aria-live="polite">{quote && <Quoted quote={quote} />}</div>
      {quote && quote.unavailable.length === 0 && (
        <CheckedForm
          refusal={placing.refusal}
          problems={contactProblems(placing.refusal, t)}
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault()
            void place()
          }}
        >
          <Card title={t('order.buyer')}>
            <BuyerFields
              delivery={delivery}
              onChange={setDelivery}
              onTypeChosen={(type) => {
                setDelivery({ ...delivery, type, method: '', point: '' })
                void calculate('', type)
              }}
              onPostalCodeLeft={() => {
                const isMoved = delivery.customer.postalCode !== quotedPostalCode
                if (isMoved && delivery.method !== '') void calculate(delivery.method)
              }}
            />
          </Card>
          <Card title={t('new_order.delivery_and_payment')}>
            <DeliveryFields
              delivery={delivery}
              quote={quote}
              onChange={setDelivery}
              onMethodChosen={(method) => void calculate(method)}
            />
            <RefusalNotice refusal={placing.refusal} />
            <div className={layout.buttons}>
              <Button
                type="submit"
                look="main"
                size="small"
                disabled={placing.isSending || quoting.isSending || delivery.method === ''}
              >
                {t(delivery.payment === 'link' ? 'new_order.send_link' : 'new_order.place')}
              </Button>
            </div>
          </Card>
        </CheckedForm>
      )}
    </Page>
  )
}

/** The pick-up point that was chosen, else the nearest. */
function chosenPoint(quote: OrderQuote | null, { point }: Delivery) {
  const points = quote?.servicePoints ?? []
  return points.find(({ id }) => id === point) ?? points[0]
}

function CartFields({
  cart,
  stores,
  onChange,
}: {
  cart: Cart
  stores: readonly { code: string; name: string }[]
  onChange: (cart: Cart) => void
}) {
  const { t } = useTexts()
  const { store, email, lines, codes } = cart
  return (
    <>
      <div className={layout.fields}>
        <Select
          label={t('orders.store')}
          value={store}
          options={stores.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(chosen) => onChange({ ...cart, store: chosen })}
        />
        <Field
          label={t('orders.email')}
          hint={t('new_order.email_hint')}
          type="email"
          required
          value={email}
          onChange={({ target }) => onChange({ ...cart, email: target.value })}
        />
      </div>
      <CartLines lines={lines} required onChange={(changed) => onChange({ ...cart, lines: changed })} />
      <Field
        label={t('simulator.codes')}
        hint={t('simulator.codes_hint')}
        value={codes}
        onChange={({ target }) => onChange({ ...cart, codes: target.value })}
      />
    </>
  )
}

function BuyerFields({
  delivery,
  onChange,
  onTypeChosen,
  onPostalCodeLeft,
}: {
  delivery: Delivery
  onChange: (delivery: Delivery) => void
  /** The methods are those for such a buyer. */
  onTypeChosen: (type: string) => void
  /** The pick-up points are those near it. */
  onPostalCodeLeft: () => void
}) {
  const { t } = useTexts()
  const { type, customer } = delivery
  return (
    <div className={layout.fields}>
      <Select
        label={t('orders.customer_type')}
        value={type}
        options={[
          { value: 'private', label: t('orders.customer_private') },
          { value: 'business', label: t('orders.customer_business') },
        ]}
        onChange={onTypeChosen}
      />
      {customerFields.map((field) => (
        <Field
          key={field.name}
          label={t(field.label)}
          value={customer[field.name]}
          aria-required={!('isOptional' in field)}
          maxLength={200}
          name={field.name}
          onChange={({ target }) =>
            onChange({ ...delivery, customer: { ...customer, [field.name]: target.value } })
          }
          onBlur={field.name === 'postalCode' ? onPostalCodeLeft : undefined}
        />
      ))}
    </div>
  )
}

function DeliveryFields({
  delivery,
  quote,
  onChange,
  onMethodChosen,
}: {
  delivery: Delivery
  quote: OrderQuote
  onChange: (delivery: Delivery) => void
  onMethodChosen: (method: string) => void
}) {
  const { t, money } = useTexts()
  const servicePoint = chosenPoint(quote, delivery)
  return (
    <>
      <div className={layout.fields}>
        <Select
          label={t('new_order.method')}
          value={delivery.method}
          options={[
            { value: '', label: t('new_order.choose') },
            ...quote.methods.map(({ id, name, price }) => ({
              value: id,
              label: `${name}, ${money(price, quote.currency)}`,
            })),
          ]}
          onChange={(method) => {
            onChange({ ...delivery, method })
            onMethodChosen(method)
          }}
        />
        {servicePoint && (
          <Select
            label={t('order.service_point')}
            value={servicePoint.id}
            options={quote.servicePoints.map(({ id, name, address }) => ({
              value: id,
              label: [name, address].filter(Boolean).join(', '),
            }))}
            onChange={(point) => onChange({ ...delivery, point })}
          />
        )}
        <Select
          label={t('orders.payment')}
          value={delivery.payment}
          options={[
            { value: 'invoice', label: t('new_order.by_invoice') },
            { value: 'link', label: t('new_order.by_link') },
          ]}
          onChange={(payment) => onChange({ ...delivery, payment: payment === 'link' ? 'link' : 'invoice' })}
        />
      </div>
      {servicePoint && servicePoint.openingHours.length > 0 && (
        <p className={styles.soft}>{servicePoint.openingHours.join(' · ')}</p>
      )}
    </>
  )
}

function Quoted({ quote }: { quote: OrderQuote }) {
  const { t, money } = useTexts()
  const amount = (value: number) => money(value, quote.currency)
  return (
    <Card title={t('simulator.result')}>
      {quote.unavailable.length > 0 && (
        <p className={styles.problem}>{t('simulator.unavailable', { skus: quote.unavailable.join(', ') })}</p>
      )}
      {quote.rejectedCodes.length > 0 && (
        <p className={styles.problem}>
          {t('new_order.rejected_codes', { codes: quote.rejectedCodes.join(', ') })}
        </p>
      )}
      <PricedLines lines={quote.lines} currency={quote.currency} />
      <Facts
        facts={[
          [t('simulator.sum'), amount(quote.sum)],
          [t('new_order.method'), amount(quote.shipping)],
          [t('orders.total'), amount(quote.total)],
        ]}
      />
    </Card>
  )
}
