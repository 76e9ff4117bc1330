/** What coupons do to a made-up cart, and why: the calculation of cart and checkout, with its steps. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Simulation } from '../../../contract/admin/coupons.ts'
import { Button } from '../../../ui/button.tsx'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Facts } from '../../shell/card.tsx'
import { Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { showToast } from '../../shell/toasts.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { PriceTrace } from '../orders/order-lines.tsx'
import type { OrderPageData } from '../orders/order-words.ts'
import { reasonText } from './coupon-words.ts'
import { CartLines, emptyLine, typedCart, type CartLine } from '../orders/cart-lines.tsx'
import { PricedLines } from '../orders/priced-lines.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from './coupons.module.css'

export function Component() {
  const { t } = useTexts()
  const session = useSession()
  const [parameters] = useSearchParams()
  const stores = session.stores.filter(({ code }) => can(session, 'coupon:read', code))
  const [store, setStore] = useState(stores[0]?.code ?? '')
  const [lines, setLines] = useState<readonly CartLine[]>([emptyLine])
  const [codes, setCodes] = useState(parameters.get('code') ?? '')
  const [email, setEmail] = useState('')
  const [at, setAt] = useState('')
  const [result, setResult] = useState<Simulation | null>(null)
  const { isSending, refusal, send } = useChange<Simulation>('POST', apiPaths.couponSimulations, {
    rereads: false,
  })
  const run = async () =>
    setResult(
      await send({
        ...typedCart({ store, lines, codes }),
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(at !== '' && { at: new Date(at).toISOString() }),
      }),
    )
  return (
    <Page
      title={t('simulator.title')}
      intro={t('simulator.intro')}
      back={{ label: t('section.coupons'), to: paths.resource('coupons') }}
    >
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Card title={t('simulator.cart')}>
          <div className={layout.fields}>
            <Select
              label={t('orders.store')}
              value={store}
              options={stores.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={setStore}
            />
            {can(session, 'order:read') && (
              <TakeOrder
                onTake={(order) => {
                  setStore(order.store)
                  setCodes(order.couponCodes.join(', '))
                  setLines(
                    order.lines
                      .filter(({ kind }) => kind !== 'fee')
                      .map(({ sku, quantity }) => ({ sku, quantity: String(quantity) })),
                  )
                }}
              />
            )}
          </div>
          <CartLines lines={lines} onChange={setLines} />
          <div className={layout.fields}>
            <Field
              label={t('simulator.codes')}
              hint={t('simulator.codes_hint')}
              value={codes}
              onChange={({ target }) => setCodes(target.value)}
            />
            <Field
              label={t('simulator.customer')}
              hint={t('simulator.customer_hint')}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
            <Field
              label={t('simulator.at')}
              hint={t('simulator.at_hint')}
              type="datetime-local"
              value={at}
              onChange={({ target }) => setAt(target.value)}
            />
          </div>
          <RefusalNotice refusal={refusal} />
          <div className={layout.buttons}>
            <Button type="submit" look="main" size="small" disabled={isSending}>
              {t('simulator.run')}
            </Button>
          </div>
        </Card>
      </form>
      <div aria-live="polite">{result && <Result result={result} />}</div>
    </Page>
  )
}

/** Fills the form with what an order bought. */
function TakeOrder({ onTake }: { onTake: (order: OrderPageData) => void }) {
  const { t } = useTexts()
  const [number, setNumber] = useState('')
  const take = async () => {
    try {
      onTake(await readApi<OrderPageData>(apiPaths.order(number.trim())))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ title: t('error.not_found'), look: 'failed' })
    }
  }
  return (
    <div className={styles.take}>
      <Field
        label={t('simulator.order')}
        placeholder={t('simulator.order_number')}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Button size="small" disabled={number.trim() === ''} onClick={() => void take()}>
        {t('simulator.take')}
      </Button>
    </div>
  )
}

function Result({ result }: { result: Simulation }) {
  const { t, money } = useTexts()
  const amount = (value: number) => money(value, result.currency)
  return (
    <Card title={t('simulator.result')}>
      {result.codes.length > 0 && (
        <ul className={styles.outcomes}>
          {result.codes.map(({ code, applied, reason, amount: off }) => (
            <li key={code} className={styles.outcome}>
              <b>{code}</b>
              <Status
                tone={applied ? 'good' : 'bad'}
                text={applied ? t('simulator.applied') : reasonText(t, reason ?? 'not_applicable')}
              />
              {applied && <span>{amount(-off)}</span>}
            </li>
          ))}
        </ul>
      )}
      {result.unavailable.length > 0 && (
        <p className={styles.problem}>
          {t('simulator.unavailable', { skus: result.unavailable.map(({ sku }) => sku).join(', ') })}
        </p>
      )}
      <PricedLines
        lines={result.lines}
        currency={result.currency}
        traceOf={(line) => <PriceTrace steps={line.priceTrace} currency={result.currency} isOpen />}
      />
      <Facts
        facts={[
          [t('simulator.sum'), amount(result.sum)],
          [t('price.vat'), amount(result.vatAmount)],
          [t('simulator.sum_ex_vat'), amount(result.sumExVat)],
        ]}
      />
    </Card>
  )
}
