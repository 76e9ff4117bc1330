/** Asks before a step of a return is taken. The preview of a refund is computed by the function that books it. */
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { returnPreview } from '../staff-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { sendApi, type Refusal } from '../../../admin/api-client.ts'
import { Dialog, DialogButtons } from '../../../admin/shell/dialog.tsx'
import { Check, RefusalNotice, TextField } from '../../../admin/shell/form.tsx'
import { useChange } from '../../../admin/shell/use-change.ts'
import { useTexts, type Translate } from '../../../admin/texts.tsx'
import type { ReturnAction } from './return-words.ts'
import { returnApi } from './return-paths.ts'

type Preview = z.infer<typeof returnPreview>

export interface StartedAction {
  /** S100001-R1 */
  id: string
  currency: string
  action: ReturnAction
}

export function ReturnDialog({ id, currency, action, onClose }: StartedAction & { onClose: () => void }) {
  const { t, money } = useTexts()
  const [reason, setReason] = useState('')
  // Undefined: as the buyer was shown.
  const [shipping, setShipping] = useState<boolean>()
  const { preview, refusal: previewRefusal } = useRefundPreview(id, action === 'refund', shipping)
  const title = t(`returns.action_${action}`)
  const { isSending, refusal, send } = useChange('POST', returnApi.actions(id), {
    done: t('order.done', { action: title }),
  })
  const body = {
    action,
    ...(action === 'refund' && shipping !== undefined && { shipping }),
    ...(action === 'reject' && { reason: reason.trim() }),
  }
  return (
    <Dialog title={`${title}: ${id}`} description={t(`returns.explain_${action}`)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          if ((await send(body)) !== null) onClose()
        }}
      >
        {action === 'refund' && (
          <>
            <Check
              label={t('returns.refund_shipping')}
              checked={shipping ?? preview?.refundsShipping ?? false}
              disabled={shipping === undefined && preview === null}
              onChange={({ target }) => setShipping(target.checked)}
            />
            <p role="status">
              {preview !== null && refundText(preview, (amount) => money(amount, currency), t)}
            </p>
          </>
        )}
        {action === 'reject' && (
          <TextField
            label={t('order.reason')}
            value={reason}
            maxLength={500}
            required
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <RefusalNotice refusal={refusal ?? previewRefusal} />
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            size="small"
            look="main"
            disabled={isSending || (action === 'refund' && preview === null)}
          >
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Where the money of the refund goes: off the unpaid invoice, and back to the buyer. */
function refundText(
  { amount, offInvoice }: Preview,
  money: (amount: number) => string,
  t: Translate,
): string {
  return [
    offInvoice > 0 && t('returns.off_invoice', { amount: money(offInvoice) }),
    amount > offInvoice && t('returns.refunds', { amount: money(amount - offInvoice) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the refund would pay; null while it is asked for, and where it would be refused. */
function useRefundPreview(
  id: string,
  isRefund: boolean,
  shipping: boolean | undefined,
): { preview: Preview | null; refusal: Refusal | null } {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => {
    if (!isRefund) return undefined
    let isCurrent = true
    const ask = async () => {
      const answer = await sendApi<Preview>('POST', returnApi.refundPreview(id), { shipping })
      if (!isCurrent) return
      setPreview(answer.ok ? answer.data : null)
      setRefusal(answer.ok ? null : answer)
    }
    // A fault leaves the button disabled; the booking would fail as well.
    void ask().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [id, isRefund, shipping])
  return { preview, refusal }
}
