/** Asks before a step of a return is taken. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { RefusalNotice, TextField } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import type { ReturnAction } from './return-words.ts'

export interface StartedAction {
  /** S100001-R1 */
  id: string
  action: ReturnAction
}

/** A step of a return, before it is taken. `amount`: what is paid out, where it is known. */
export function ReturnDialog({
  id,
  action,
  amount,
  onClose,
}: StartedAction & { amount?: string | null; onClose: () => void }) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const title = t(`returns.action_${action}`)
  const { isSending, refusal, send } = useChange('POST', apiPaths.returnActions(id), {
    done: t('order.done', { action: title }),
  })
  return (
    <Dialog title={`${title}: ${id}`} description={t(`returns.explain_${action}`)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          const body = action === 'reject' ? { action, reason: reason.trim() } : { action }
          if ((await send(body)) !== null) onClose()
        }}
      >
        {action === 'refund' && amount != null && <p>{t('returns.refunds', { amount })}</p>}
        {action === 'reject' && (
          <TextField
            label={t('order.reason')}
            value={reason}
            maxLength={1000}
            required
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <RefusalNotice refusal={refusal} />
        <DialogButtons>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
