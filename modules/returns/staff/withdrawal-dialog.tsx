/** What staff decide about a withdrawal: its order, that it is done, or that it is rejected. */
import { useState } from 'react'
import type { Units } from '../../../contract/admin/resources.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../admin/shell/dialog.tsx'
import { Field, RefusalNotice, TextField } from '../../../admin/shell/form.tsx'
import { useChange } from '../../../admin/shell/use-change.ts'
import { useTexts } from '../../../admin/texts.tsx'
import { returnApi } from './return-paths.ts'

/** What the pages of withdrawals use of a row of the list. */
export interface WithdrawalRow {
  id: number
  store: string
  name: string
  email: string
  /** As the buyer wrote it. */
  orderNumber: string
  order: string | null
  goods: string
  items: Units[]
  refundDueOn: string
  goodsBackAt: string | null
  doneAt: string | null
}

/** The chosen units of a withdrawal; empty: as its words say, or the whole order. */
export const withdrawnUnits = ({ items }: WithdrawalRow): string =>
  items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

export interface StartedDecision {
  row: WithdrawalRow
  decision: 'close' | 'reject' | 'match'
}

export function WithdrawalDialog({ row, decision, onClose }: StartedDecision & { onClose: () => void }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const { isSending, refusal, send } = useChange('POST', returnApi.withdrawalActions(row.id), {
    done: t('withdrawals.done'),
  })
  const title = t(`withdrawals.${decision}`)
  // A withdrawal that nothing was paid back for is closed with a reason alone.
  const [needsReason, setNeedsReason] = useState(false)
  if (refusal?.code === 'withdrawal_not_refunded' && !needsReason) setNeedsReason(true)
  const said = text.trim()
  const body = {
    close: { action: 'close', ...(needsReason && { reason: said }) },
    reject: { action: 'reject', reason: said },
    match: { action: 'match', order: said },
  }[decision]
  return (
    <Dialog
      title={title}
      description={t(`withdrawals.explain_${decision}`, { number: row.orderNumber, email: row.email })}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          if ((await send(body)) !== null) onClose()
        }}
      >
        <p>
          {row.name}:{' '}
          {[withdrawnUnits(row), row.goods].filter((part) => part !== '').join(', ') ||
            t('withdrawals.whole')}
        </p>
        {decision === 'match' && (
          <Field
            label={t('withdrawals.order_number')}
            value={text}
            maxLength={20}
            required
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <RefusalNotice refusal={refusal} />
        {(decision === 'reject' || needsReason) && (
          <TextField
            label={t(decision === 'reject' ? 'order.reason' : 'withdrawals.close_reason')}
            value={text}
            maxLength={500}
            required
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
