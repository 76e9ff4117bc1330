/** Refunds above the store's limit: what was asked for, and the decision of another person. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Field, RefusalNotice } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'
import styles from './order.module.css'

type Request = OrderPageData['refundRequests'][number]

export function RefundRequests({ order }: { order: OrderPageData }) {
  const { t, money, dateTime } = useTexts()
  const mayDecide = can(useSession(), 'order:refund', order.store)
  if (order.refundRequests.length === 0) return null
  return (
    <Card title={t('refund.requests')}>
      <ul className={styles.entries}>
        {order.refundRequests.map((request) => (
          <li key={request.id}>
            <b>{t('order.refund_of', { amount: money(request.amount, order.currency) })}</b>{' '}
            <span className={styles.soft}>
              {t('refund.requested_by', { name: request.requestedBy, time: dateTime(request.requestedAt) })}
            </span>
            <div>{t(`refund.reason_${request.reason as 'goodwill'}`)}</div>
            {request.decidedBy !== null && request.decidedAt !== null && (
              <div>
                {t(request.status === 'approved' ? 'refund.approved_by' : 'refund.rejected_by', {
                  name: request.decidedBy,
                  time: dateTime(request.decidedAt),
                })}
              </div>
            )}
            {request.rejection !== null && <p className={styles.note}>{request.rejection}</p>}
            {request.status === 'open' && request.isOwn && <p>{t('refund.waits_for_other')}</p>}
            {request.status === 'open' && !request.isOwn && mayDecide && (
              <Decision order={order} request={request} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Decision({ order, request }: { order: OrderPageData; request: Request }) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const path = (decision: 'approve' | 'reject') => apiPaths.refundDecision(order.number, request.id, decision)
  const approval = useChange('POST', path('approve'), { done: t('refund.approved') })
  const rejection = useChange('POST', path('reject'), { done: t('refund.rejected') })
  const isSending = approval.isSending || rejection.isSending
  return (
    <form
      className={styles.form}
      onSubmit={async (event) => {
        event.preventDefault()
        await rejection.send({ reason })
      }}
    >
      <Button size="small" look="main" disabled={isSending} onClick={() => void approval.send()}>
        {t('refund.approve')}
      </Button>
      <Field
        label={t('refund.rejection')}
        value={reason}
        maxLength={1000}
        required
        onChange={({ target }) => setReason(target.value)}
      />
      <RefusalNotice refusal={approval.refusal ?? rejection.refusal} />
      <Button type="submit" size="small" disabled={isSending || reason.trim() === ''}>
        {t('order.action_reject')}
      </Button>
    </form>
  )
}
