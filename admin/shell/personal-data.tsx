/** Export and erasure of the personal data of a customer, or of a buyer without an account. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { RefusalNotice } from './form.tsx'
import { useChange } from './use-change.ts'
import { useTexts } from '../texts.tsx'

/** Hands the data over as a file. */
export function ExportData({ path, file }: { path: string; file: string }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange('POST', path)
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <Button
        size="small"
        disabled={isSending}
        onClick={async () => {
          const data = await send()
          if (data !== null) saveFile(file, JSON.stringify(data, null, 2))
        }}
      >
        {t('customers.export')}
      </Button>
    </>
  )
}

function saveFile(name: string, json: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export function EraseData({
  path,
  words,
  onErased,
}: {
  path: string
  words: { title: string; explanation: string; done: string }
  onErased: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const change = useChange('POST', path, { done: words.done, rereads: false })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {words.title}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={words.title}
          description={words.explanation}
          action={words.title}
          change={change}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onErased()
          }}
        />
      )}
    </>
  )
}
