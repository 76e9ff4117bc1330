/** Asks for a code of the authenticator app, for a step-up without a passkey. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { sendApi, type Refusal } from '../api-client.ts'
import { apiPaths } from '../paths.ts'
import { useTexts } from '../texts.tsx'
import type { CodeRequest } from '../code-request.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Field, RefusalNotice } from './form.tsx'

export default function CodeDialog({ onDone }: { onDone: CodeRequest }) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return (
    <Dialog title={t('step_up.title')} description={t('step_up.text')} onClose={() => onDone(false)}>
      <form
        onSubmit={async (event) => {
          event.preventDefault()
          setSending(true)
          const answer = await sendApi('POST', apiPaths.stepUpByCode, { code })
          setSending(false)
          if (answer.ok) onDone(true)
          else setRefusal(answer)
        }}
      >
        <Field
          label={t('app.code')}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          onChange={({ target }) => setCode(target.value)}
        />
        <RefusalNotice refusal={refusal} />
        <DialogButtons onCancel={() => onDone(false)}>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {t('app.confirm')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
