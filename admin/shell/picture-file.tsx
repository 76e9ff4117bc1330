/** The field of a picture that is uploaded at once, and kept once its form is saved. */
import { useRef, useState, type ReactNode } from 'react'
import type { FieldPictureAnswer } from '../../contract/admin/custom-fields.ts'
import type { StorePictureAnswer } from '../../contract/admin/settings.ts'
import { Button } from '../../ui/button.tsx'
import { uploadFile } from '../api-client.ts'
import { useTexts } from '../texts.tsx'
import layout from './form-layout.module.css'
import { refusalText } from './refusals.ts'
import { showToast } from './toasts.tsx'

const largestBytes = 15 * 1024 * 1024

/**
 * `path`: where it is uploaded, with an answer that names its source. `shown`: the picture that is stored; null: there is
 * another one, which is named by its file.
 */
export function PictureFile({
  label,
  path,
  hasPicture,
  shown,
  note,
  removeLabel,
  disabled = false,
  onUpload,
  onRemove,
  children,
}: {
  label: string
  path: string
  hasPicture: boolean
  shown: ReactNode
  note?: ReactNode
  /** Names the button Remove where several are on a page. */
  removeLabel?: string
  disabled?: boolean
  onUpload: (source: string) => void
  onRemove: () => void
  children?: ReactNode
}) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [uploaded, setUploaded] = useState('')
  const refuse = (code: string, file: string) =>
    showToast({ title: t('product.picture_refused', { file, reason: refusalText(t, code) }), look: 'failed' })
  const upload = async (file: File) => {
    if (file.size > largestBytes) return refuse('too_large', file.name)
    setBusy(true)
    try {
      const answer = await uploadFile<FieldPictureAnswer | StorePictureAnswer>(path, file)
      if (!answer.ok) return refuse(answer.code, file.name)
      setUploaded(file.name)
      onUpload(answer.data.source)
    } finally {
      setBusy(false)
    }
  }
  return (
    <fieldset className={layout.picture} disabled={disabled}>
      <legend>{label}</legend>
      {hasPicture && (shown ?? <p>{t('fields.picture_uploaded', { file: uploaded })}</p>)}
      {note}
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void upload(file)
          target.value = ''
        }}
      />
      <div className={layout.buttons}>
        <Button size="small" disabled={isBusy || disabled} onClick={() => input.current?.click()}>
          {t('fields.picture_choose')}
        </Button>
        {hasPicture && (
          <Button size="small" disabled={isBusy || disabled} aria-label={removeLabel} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
      {children}
    </fieldset>
  )
}
