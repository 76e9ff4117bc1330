/**
 * Withdrawal from a contract in two steps (CRD Art. 11a): a form, then a summary to confirm. A receipt is
 * sent by mail.
 */
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import type { WithdrawalAnswer, WithdrawalRequest } from '../../../contract/withdrawals.ts'
import { longestGoods } from '../../../domain/withdrawals/withdrawal.ts'
import { OrderProofFields, orderProofIn } from '../../features/login/order-proof-fields.tsx'
import { callApi } from '../../state/api-client.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './withdrawal-form.module.css'

const isSame = (one: WithdrawalRequest, other: WithdrawalRequest): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof WithdrawalRequest] === value)

const textIn = (form: HTMLFormElement, name: string): string => {
  const typed = new FormData(form).get(name)
  return typeof typed === 'string' ? typed.trim() : ''
}

export function WithdrawalForm() {
  const t = useStrings()
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState<WithdrawalRequest | null>(null)
  const [checking, setChecking] = useState(false)
  const [receipt, setReceipt] = useState<WithdrawalAnswer | null>(null)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { order_id: number, email } = orderProofIn(form)
    const now = { order_number: number, email, name: textIn(form, 'name'), goods: textIn(form, 'goods') }
    const key = said && isSame({ ...now, key: said.key }, said) ? said.key : crypto.randomUUID()
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
            <Check heading={heading} said={said} onChange={() => setChecking(false)} onDone={setReceipt} />
          )}
          {/* Hidden but mounted, so that it keeps its values. */}
          <form className={styles.form} method="post" hidden={checking} onSubmit={submit}>
            <h2 id={checking ? undefined : 'withdraw'}>{t('withdraw.title')}</h2>
            <p>{t('withdraw.lead')}</p>
            <OrderProofFields named="" />
            <FormField label={t('withdraw.name')} name="name" autoComplete="name" maxLength={200} required />
            <FormField label={t('withdraw.goods')} name="goods" autoComplete="off" maxLength={longestGoods} />
            <Button type="submit" look="main">
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
  onChange: () => void
  onDone: (receipt: WithdrawalAnswer) => void
}

function Check({ heading, said, onChange, onDone }: CheckProps) {
  const t = useStrings()
  const store = useStore()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => heading.current?.focus(), [heading])
  async function confirm() {
    setSending(true)
    setProblem(null)
    const answer = await callApi<WithdrawalAnswer>(store, 'withdrawals', { method: 'POST', body: said })
    setSending(false)
    if (answer.ok) return onDone(answer.data)
    if ('email' in answer.errors) setProblem(t('form.email_invalid'))
    else if (answer.errors['name'] !== undefined)
      setProblem(`${t('withdraw.name')}: ${answer.errors['name']}`)
    else setProblem(t(answer.status === 429 ? 'login.too_many' : 'withdraw.failed'))
  }
  const rows = [
    [t('account.order_number'), said.order_number],
    [t('withdraw.goods_short'), said.goods || t('withdraw.whole')],
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
