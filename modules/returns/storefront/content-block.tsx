/**
 * Withdrawal from a contract in two steps (CRD Art. 11a): a form, then a summary to confirm. A receipt is
 * sent by mail.
 */
import { useEffect, useId, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import type { WithdrawableAnswer, WithdrawalAnswer, WithdrawalRequest } from '../contract.ts'
import { longestGoods } from '../withdrawal.ts'
import { OrderProofFields, orderProofIn } from '../../../app/features/login/order-proof-fields.tsx'
import { callApi } from '../../../app/state/api-client.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { withdrawalPath } from '../../../domain/stores/paths.ts'
import styles from './content-block.module.css'

/** The order that the buyer named, if there is one. */
type Withdrawable = NonNullable<WithdrawableAnswer['order']>

const isSame = (one: WithdrawalRequest, other: WithdrawalRequest): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const textIn = (form: HTMLFormElement, name: string): string => {
  const typed = new FormData(form).get(name)
  return typeof typed === 'string' ? typed.trim() : ''
}

/** Path of the content page. */
export const contentPath = withdrawalPath

/** The form is above the page's text. */
export const isAboveText = true

export default function WithdrawalForm() {
  const t = useStrings()
  const store = useStore()
  const heading = useRef<HTMLHeadingElement>(null)
  const [order, setOrder] = useState<Withdrawable | null>(null)
  const [searching, setSearching] = useState(false)
  const [said, setSaid] = useState<WithdrawalRequest | null>(null)
  const [checking, setChecking] = useState(false)
  const [receipt, setReceipt] = useState<WithdrawalAnswer | null>(null)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { order_id: number, email } = orderProofIn(form)
    const now = { order_number: number, email, name: textIn(form, 'name'), goods: textIn(form, 'goods') }
    const key = said && isSame({ ...now, key: said.key }, said) ? said.key : crypto.randomUUID()
    setSearching(true)
    // Without its lines the declaration is made in words: it must never depend on this answer.
    const found = await callApi<WithdrawableAnswer>(store, 'withdrawals/order', {
      method: 'POST',
      body: { order_number: number, email },
    })
    setSearching(false)
    setOrder(found.ok ? found.data.order : null)
    setSaid({ ...now, key })
    setChecking(true)
  }
  return (
    <section className={styles.box} aria-labelledby="withdraw">
      {receipt ? (
        <Done heading={heading} receipt={receipt} />
      ) : (
        <>
          {checking && said && (
            <Check
              heading={heading}
              said={said}
              order={order}
              onChange={() => setChecking(false)}
              onDone={setReceipt}
            />
          )}
          {/* Hidden but mounted, so that it keeps its values. */}
          <form
            className={styles.form}
            method="post"
            hidden={checking}
            onSubmit={(event) => void submit(event)}
          >
            <h2 id={checking ? undefined : 'withdraw'}>{t('withdraw.title')}</h2>
            <p>{t('withdraw.lead')}</p>
            <OrderProofFields named="" />
            <FormField label={t('withdraw.name')} name="name" autoComplete="name" maxLength={200} required />
            <FormField label={t('withdraw.goods')} name="goods" autoComplete="off" maxLength={longestGoods} />
            <Button type="submit" look="main" disabled={searching}>
              {t('withdraw.title')}
            </Button>
          </form>
        </>
      )}
    </section>
  )
}

interface CheckProps {
  heading: RefObject<HTMLHeadingElement | null>
  said: WithdrawalRequest
  order: Withdrawable | null
  onChange: () => void
  onDone: (receipt: WithdrawalAnswer) => void
}

function Check({ heading, said, order, onChange, onDone }: CheckProps) {
  const t = useStrings()
  const store = useStore()
  const [units, setUnits] = useState<Readonly<Record<string, number>> | null>(null)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => heading.current?.focus(), [heading])
  async function confirm() {
    const items = Object.entries(units ?? {}).map(([sku, quantity]) => ({ sku, quantity }))
    if (units !== null && items.length === 0) return setProblem(t('withdraw.choose_one'))
    setSending(true)
    setProblem(null)
    const body = { ...said, ...(items.length > 0 && { items }) }
    const answer = await callApi<WithdrawalAnswer>(store, 'withdrawals', { method: 'POST', body })
    setSending(false)
    if (answer.ok) return onDone(answer.data)
    if ('email' in answer.errors) setProblem(t('form.email_invalid'))
    else if (answer.errors['name'] !== undefined)
      setProblem(`${t('withdraw.name')}: ${answer.errors['name']}`)
    else setProblem(t(answer.status === 429 ? 'login.too_many' : 'withdraw.failed'))
  }
  const rows = [
    [t('account.order_number'), said.order_number],
    ...(order && !said.goods
      ? []
      : [[t('withdraw.goods_short'), said.goods || t('withdraw.whole')] as const]),
    [t('withdraw.name'), said.name],
    [t('form.email'), said.email],
  ] as const
  return (
    <div className={styles.form}>
      <h2 id="withdraw" ref={heading} tabIndex={-1}>
        {t('withdraw.check')}
      </h2>
      <p>{t('withdraw.declare')}</p>
      <dl className={styles.said}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order && <Period order={order} />}
      {order && order.withdrawn.length > 0 && (
        <Notice>{t('withdraw.earlier', { goods: namesOf(order.withdrawn) })}</Notice>
      )}
      {order && !said.goods && order.lines.length > 0 && (
        <Lines order={order} units={units} onChange={setUnits} />
      )}
      {problem && (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button type="button" look="main" disabled={sending} onClick={() => void confirm()}>
          {t('withdraw.confirm')}
        </Button>
        <Button type="button" disabled={sending} onClick={onChange}>
          {t('withdraw.change')}
        </Button>
      </div>
    </div>
  )
}

function Period({ order: { state, last_day } }: { order: Withdrawable }) {
  const t = useStrings()
  const { iso } = useStore()
  if (state === 'business') return <Notice>{t('withdraw.business')}</Notice>
  if (last_day === null) return <p>{t('withdraw.open_until_delivered')}</p>
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(last_day))
  return state === 'ended' ? (
    <Notice look="warning">{t('withdraw.ended', { day })}</Notice>
  ) : (
    <p>{t('withdraw.last_day', { day })}</p>
  )
}

const namesOf = (lines: Withdrawable['lines']): string =>
  lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')

interface LinesProps {
  order: Withdrawable
  /** Chosen units by sku; null: all that may be withdrawn from. */
  units: Readonly<Record<string, number>> | null
  onChange: (units: Readonly<Record<string, number>> | null) => void
}

/** The whole order or its rest, or chosen lines and quantities. */
function Lines({ order: { lines, withdrawn }, units, onChange }: LinesProps) {
  const t = useStrings()
  const id = useId()
  const all = withdrawn.length > 0 ? 'withdraw.rest' : 'withdraw.whole'
  const without = (sku: string) =>
    Object.fromEntries(Object.entries(units ?? {}).filter(([known]) => known !== sku))
  return (
    <fieldset className={styles.lines}>
      <legend>{t('withdraw.goods_short')}</legend>
      {[true, false].map((isWhole) => (
        <label key={String(isWhole)}>
          <input
            type="radio"
            name={`${id}-extent`}
            checked={(units === null) === isWhole}
            onChange={() => onChange(isWhole ? null : {})}
          />
          {t(isWhole ? all : 'withdraw.part')}
        </label>
      ))}
      {units !== null &&
        lines.map(({ sku, name, quantity: most }) => (
          <div key={sku} className={styles.line}>
            <label>
              <input
                type="checkbox"
                checked={sku in units}
                onChange={(event) =>
                  onChange(event.target.checked ? { ...units, [sku]: most } : without(sku))
                }
              />
              {name}
            </label>
            {units[sku] !== undefined && most > 1 && (
              <QuantityStepper
                quantity={units[sku]}
                most={most}
                label={`${t('return.quantity')}: ${name}`}
                onChange={(quantity) => onChange({ ...units, [sku]: quantity })}
              />
            )}
          </div>
        ))}
    </fieldset>
  )
}

function Done({
  heading,
  receipt: { declared_at, email },
}: {
  heading: CheckProps['heading']
  receipt: WithdrawalAnswer
}) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  useEffect(() => heading.current?.focus(), [heading])
  const moment = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return (
    <>
      <h2 id="withdraw" ref={heading} tabIndex={-1}>
        {t('withdraw.done')}
      </h2>
      <p>{t('withdraw.receipt', { moment: moment.format(new Date(declared_at)), email })}</p>
    </>
  )
}
