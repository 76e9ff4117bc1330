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
import { PricedLines } from './priced-lines.tsx'
import styles from './order.module.css'

interface Line {
  sku: string
  quantity: string
}

const customerFields = [
  { name: 'first_name', label: 'address.first_name' },
  { name: 'last_name', label: 'address.last_name' },
  { name: 'phone', label: 'order.phone' },
  { name: 'company', label: 'address.company', isOptional: true },
  { name: 'identity_number', label: 'new_order.identity_number', isOptional: true },
  { name: 'street', label: 'address.street' },
  { name: 'postal_code', label: 'address.postal_code' },
  { name: 'city', label: 'address.city' },
] as const satisfies readonly { name: string; label: AdminKey; isOptional?: boolean }[]
type CustomerField = (typeof customerFields)[number]['name']

const noCustomer: Readonly<Record<CustomerField, string>> = {
  first_name: '',
  last_name: '',
  phone: '',
  company: '',
  identity_number: '',
  street: '',
  postal_code: '',
  city: '',
}

export function Component() {
  const { t, money } = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const stores = session.stores.filter(({ code }) => can(session, 'order:create', code))
  // A repeated request with the same key places no second order.
  const [key] = useState(() => crypto.randomUUID())
  const [store, setStore] = useState(stores[0]?.code ?? '')
  const [email, setEmail] = useState('')
  const [lines, setLines] = useState<readonly Line[]>([{ sku: '', quantity: '1' }])
  const [codes, setCodes] = useState('')
  const [type, setType] = useState('private')
  const [customer, setCustomer] = useState(noCustomer)
  const [method, setMethod] = useState('')
  const [point, setPoint] = useState('')
  /** Where the pick-up points of the quote are. */
  const [quotedPostalCode, setQuotedPostalCode] = useState('')
  const [payment, setPayment] = useState('invoice')
  const [quote, setQuote] = useState<OrderQuote | null>(null)
  const quoting = useChange<OrderQuote>('POST', apiPaths.orderQuotes, { rereads: false })
  const placing = useChange<NewOrderAnswer>('POST', apiPaths.orders, {
    done: t(payment === 'link' ? 'new_order.link_sent' : 'new_order.placed'),
    rereads: false,
  })
  /** The price is calculated again after a change of what it depends on. */
  const changes =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setQuote(null)
    }
  const changeLines = changes(setLines)
  const cart = () => ({
    store,
    lines: lines
      .filter(({ sku }) => sku.trim() !== '')
      .map(({ sku, quantity }) => ({ sku: sku.trim(), quantity: Number(quantity) })),
    codes: codes
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  })
  const calculate = async (chosen: string) => {
    const answer = await quoting.send({
      ...cart(),
      email: email.trim(),
      shipping_method: chosen === '' ? null : chosen,
      postal_code: customer.postal_code,
    })
    setQuote(answer)
    setQuotedPostalCode(customer.postal_code)
    const known = answer?.customer
    if (!known || customer.last_name !== '') return
    setType(known.type)
    setCustomer({ ...noCustomer, ...known, company: known.company ?? '' })
  }
  const points = quote?.service_points ?? []
  const servicePoint = points.find(({ id }) => id === point) ?? points[0]
  const place = async () => {
    const answer = await placing.send({
      ...cart(),
      key,
      customer: { type, email: email.trim(), ...customer },
      shipping_method: method,
      service_point: servicePoint?.id ?? null,
      payment,
      total: quote?.total ?? 0,
    })
    if (answer !== null) await navigate(answer.number === null ? paths.orders : paths.order(answer.number))
  }
  const problems = contactProblems(placing.refusal, t)
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
          void calculate(method)
        }}
      >
        <Card title={t('simulator.cart')}>
          <div className={layout.fields}>
            <Select
              label={t('orders.store')}
              value={store}
              options={stores.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={changes(setStore)}
            />
            <Field
              label={t('orders.email')}
              hint={t('new_order.email_hint')}
              type="email"
              required
              value={email}
              onChange={({ target }) => changes(setEmail)(target.value)}
            />
          </div>
          {lines.map((line, place_) => (
            <LineFields
              key={place_}
              line={line}
              number={place_ + 1}
              onChange={(changed) =>
                changeLines(lines.map((each, index) => (index === place_ ? changed : each)))
              }
              onRemove={
                lines.length > 1 ? () => changeLines(lines.filter((_, index) => index !== place_)) : null
              }
            />
          ))}
          <div className={layout.buttons}>
            <Button size="small" onClick={() => changeLines([...lines, { sku: '', quantity: '1' }])}>
              {t('simulator.add')}
            </Button>
          </div>
          <Field
            label={t('simulator.codes')}
            hint={t('simulator.codes_hint')}
            value={codes}
            onChange={({ target }) => changes(setCodes)(target.value)}
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
          problems={problems}
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault()
            void place()
          }}
        >
          <Card title={t('order.buyer')}>
            <div className={layout.fields}>
              <Select
                label={t('orders.customer_type')}
                value={type}
                options={[
                  { value: 'private', label: t('orders.customer_private') },
                  { value: 'business', label: t('orders.customer_business') },
                ]}
                onChange={setType}
              />
              {customerFields.map((field) => (
                <Field
                  key={field.name}
                  label={t(field.label)}
                  value={customer[field.name]}
                  aria-required={!('isOptional' in field)}
                  maxLength={200}
                  name={field.name}
                  onChange={({ target }) => setCustomer({ ...customer, [field.name]: target.value })}
                  // The pick-up points are those near it.
                  onBlur={() => {
                    const isMoved = customer.postal_code !== quotedPostalCode
                    if (field.name === 'postal_code' && isMoved && method !== '') void calculate(method)
                  }}
                />
              ))}
            </div>
          </Card>
          <Card title={t('new_order.delivery_and_payment')}>
            <div className={layout.fields}>
              <Select
                label={t('new_order.method')}
                value={method}
                options={[
                  { value: '', label: t('new_order.choose') },
                  ...quote.methods.map(({ id, name, price }) => ({
                    value: id,
                    label: `${name}, ${money(price, quote.currency)}`,
                  })),
                ]}
                onChange={(chosen) => {
                  setMethod(chosen)
                  void calculate(chosen)
                }}
              />
              {servicePoint && (
                <Select
                  label={t('order.service_point')}
                  value={servicePoint.id}
                  options={points.map(({ id, name, address }) => ({
                    value: id,
                    label: [name, address].filter(Boolean).join(', '),
                  }))}
                  onChange={setPoint}
                />
              )}
              <Select
                label={t('orders.payment')}
                value={payment}
                options={[
                  { value: 'invoice', label: t('new_order.by_invoice') },
                  { value: 'link', label: t('new_order.by_link') },
                ]}
                onChange={setPayment}
              />
            </div>
            {servicePoint && servicePoint.opening_hours.length > 0 && (
              <p className={styles.soft}>{servicePoint.opening_hours.join(' · ')}</p>
            )}
            <RefusalNotice refusal={placing.refusal} />
            <div className={layout.buttons}>
              <Button
                type="submit"
                look="main"
                size="small"
                disabled={placing.isSending || quoting.isSending || method === ''}
              >
                {t(payment === 'link' ? 'new_order.send_link' : 'new_order.place')}
              </Button>
            </div>
          </Card>
        </CheckedForm>
      )}
    </Page>
  )
}

function LineFields({
  line,
  number,
  onChange,
  onRemove,
}: {
  line: Line
  number: number
  onChange: (line: Line) => void
  /** Null: the only line. */
  onRemove: (() => void) | null
}) {
  const { t } = useTexts()
  return (
    <div className={layout.line}>
      <Field
        label={t('simulator.sku_of', { line: number })}
        value={line.sku}
        required={number === 1}
        onChange={({ target }) => onChange({ ...line, sku: target.value })}
      />
      <Field
        label={t('simulator.quantity_of', { line: number })}
        type="number"
        min={1}
        required
        value={line.quantity}
        onChange={({ target }) => onChange({ ...line, quantity: target.value })}
      />
      <Button
        size="small"
        aria-label={t('simulator.remove', { line: number })}
        disabled={onRemove === null}
        onClick={() => onRemove?.()}
      >
        {t('remove')}
      </Button>
    </div>
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
      {quote.rejected_codes.length > 0 && (
        <p className={styles.problem}>
          {t('new_order.rejected_codes', { codes: quote.rejected_codes.join(', ') })}
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
