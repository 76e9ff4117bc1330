/** A secret that was just made: it is shown now and never again. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Field } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'

export function ShownOnce({
  label,
  secret,
  onClose,
}: {
  label: string
  secret: string
  onClose: () => void
}) {
  const { t } = useTexts()
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={label} description={t('resource.shown_once')} onClose={onClose}>
      <Field label={label} value={secret} readOnly onFocus={({ target }) => target.select()} />
      <span role="status">{isCopied && t('recovery.copied')}</span>
      <DialogButtons>
        <Button
          size="small"
          onClick={async () => {
            // Where it is refused, the person copies it from the field.
            await navigator.clipboard.writeText(secret).then(
              () => setCopied(true),
              () => undefined,
            )
          }}
        >
          {t('answer.copy')}
        </Button>
        <Button size="small" look="main" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
