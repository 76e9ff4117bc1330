/** Purchases above a person's limit: own ones, and for approvers the company's, to approve or decline. */
import { useState } from 'react'
import type { RefusalAnswer } from '../../../contract/checkout.ts'
import { formatMoney, subtractMinor, toMinor } from '../../../domain/money/money.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../../app/links.ts'
import { callAccount } from '../../../app/state/auth.ts'
import { AccountFailure } from '../../../app/pages/account/account-failure.tsx'
import styles from '../../../app/pages/account/security.module.css'
import { useAccountList } from '../../../app/pages/account/use-account-list.ts'
import type { ApprovalAnswer, PurchaseRequestEntry } from '../contract.ts'

export default function PurchaseRequests() {
  const t = useStrings()
  const requests = useAccountList<PurchaseRequestEntry>('company/requests')
  return (
    <section className={styles.part}>
      <h3>{t('company.requests')}</h3>
      {requests.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {requests.state === 'failed' && <AccountFailure status={requests.status} retry={requests.retry} />}
      {requests.state === 'there' && requests.items.length === 0 && <p>{t('company.no_requests')}</p>}
      {requests.state === 'there' && requests.items.length > 0 && (
        <ul className={styles.list}>
          {requests.items.map((request) => (
            <Request key={request.id} given={request} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Request({ given }: { given: PurchaseRequestEntry }) {
  const t = useStrings()
  const store = useStore()
  const [request, setRequest] = useState(given)
  const [problem, setProblem] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const totalMinor = toMinor(request.total)
  const total = formatMoney(totalMinor, store)
  const limit = request.approval_above === null ? totalMinor : toMinor(request.approval_above)
  const above = subtractMinor(totalMinor, limit)
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'medium', timeZone: store.timeZone })
  const send = async (decision: 'approve' | 'decline' | 'withdraw', body: object) => {
    setBusy(true)
    setProblem(null)
    const answer = await callAccount<ApprovalAnswer | null>(
      store,
      `company/requests/${request.id}/${decision}`,
      { method: 'POST', body },
    )
    setBusy(false)
    const done = { can_decide: false, own: false }
    if (answer.ok) {
      if (decision === 'approve')
        return setRequest({ ...request, ...done, status: 'approved', order: answer.data?.order ?? null })
      if (decision === 'decline') return setRequest({ ...request, ...done, status: 'declined', reason })
      return setRequest({ ...request, ...done, status: 'withdrawn' })
    }
    const refusal = answer.data as RefusalAnswer | null
    if (refusal?.code === 'total_changed' && refusal.total !== undefined) {
      setRequest({ ...request, total: refusal.total })
      return setProblem(t('company.total_changed', { total: formatMoney(toMinor(refusal.total), store) }))
    }
    setProblem(answer.message ?? t('company.failed'))
  }
  return (
    <li>
      <span className={styles.what}>
        <strong>
          {request.buyer} · {total}
        </strong>
        <span className={styles.note}>
          {request.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
        </span>
        {above > 0 && (
          <span className={styles.note}>
            {t('company.request_above', {
              above: formatMoney(above, store),
              limit: formatMoney(limit, store),
            })}
          </span>
        )}
        <span className={styles.note} role="status">
          {request.status === 'waiting'
            ? t('company.request_waiting', { day: day.format(new Date(request.expires_at)) })
            : t(`company.request_${request.status}`)}
          {request.reason !== null && `: ${request.reason}`}
        </span>
        {request.order !== null && (
          <a href={links.myOrder(store.code, request.order)}>
            {t('company.ordered', { number: request.order })}
          </a>
        )}
        {problem !== null && (
          <Notice look="danger" role="alert">
            {problem}
          </Notice>
        )}
      </span>
      {request.can_decide && (
        <div className={styles.form}>
          <Button
            look="main"
            disabled={isBusy}
            onClick={() => void send('approve', { total: request.total })}
          >
            {t('company.approve', { total })}
          </Button>
          <FormField
            label={t('company.reason')}
            name={`reason-${request.id}`}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button disabled={isBusy} onClick={() => void send('decline', { reason })}>
            {t('company.decline')}
          </Button>
        </div>
      )}
      {request.own && request.status === 'waiting' && (
        <Button size="small" disabled={isBusy} onClick={() => void send('withdraw', {})}>
          {t('company.withdraw')}
        </Button>
      )}
    </li>
  )
}
