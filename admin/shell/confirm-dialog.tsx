/** Asks before a change is sent. It stays open, with the reason, when the change is refused. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { RefusalNotice } from './form.tsx'
import type { Changing } from './use-change.ts'

export interface ConfirmDialogProps {
  title: string
  description?: ReactNode
  wide?: boolean
  /** Label of the button that sends the change. */
  action: string
  change: Changing<unknown>
  /** What is sent. */
  body?: unknown
  /** The change cannot be sent as the dialog is filled in. */
  disabled?: boolean
  /** Shows a refusal, where its words alone do not say enough. */
  problems?: ReactNode
  onClose: () => void
  /** The change was made; closes the dialog if left out. */
  onDone?: () => void
  /** What the change is about, or its fields. */
  children?: ReactNode
}

export function ConfirmDialog({
  title,
  description,
  wide = false,
  action,
  change: { isSending, refusal, send },
  body,
  disabled = false,
  problems = <RefusalNotice refusal={refusal} />,
  onClose,
  onDone = onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} description={description} wide={wide} onClose={onClose}>
      {children}
      {problems}
      <DialogButtons onCancel={onClose}>
        <Button
          size="small"
          look="main"
          disabled={isSending || disabled}
          onClick={async () => {
            if ((await send(body)) !== null) onDone()
          }}
        >
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
