/** A picture: chosen and uploaded at once, and kept once the fields are saved. */
import { useRef, useState } from 'react'
import type { FieldPictureAnswer } from '../../../contract/admin/custom-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { uploadFile } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../shell/form.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { showToast } from '../../shell/toasts.tsx'
import { useTexts } from '../../texts.tsx'
import { pictureIn, pictureText } from './field-draft.ts'
import layout from '../../shell/form-layout.module.css'

const largestBytes = 15 * 1024 * 1024

export function PictureInput({
  label,
  name,
  disabled,
  value,
  stored,
  onChange,
}: {
  label: string
  name: string
  disabled: boolean
  value: string
  /** The stored value, and its path in the shop. */
  stored: { value: string; thumb: string } | null
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const { shopUrl: shop } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  /** Of the one that was uploaded last: the shop shows it once it is saved. */
  const [uploaded, setUploaded] = useState('')
  const picture = pictureIn(value)
  const refuse = (code: string, file: string) =>
    showToast({ title: t('product.picture_refused', { file, reason: refusalText(t, code) }), look: 'failed' })
  const upload = async (file: File) => {
    if (file.size > largestBytes) return refuse('too_large', file.name)
    setBusy(true)
    try {
      const answer = await uploadFile<FieldPictureAnswer>(apiPaths.fieldPictures, file)
      if (!answer.ok) return refuse(answer.code, file.name)
      setUploaded(file.name)
      onChange(pictureText(answer.data.source, picture?.alt ?? ''))
    } finally {
      setBusy(false)
    }
  }
  return (
    <fieldset className={layout.picture} disabled={disabled}>
      <legend>{label}</legend>
      {picture &&
        (stored && picture.source === pictureIn(stored.value)?.source ? (
          <img src={`${shop}${stored.thumb}`} alt={picture.alt} width={160} height={160} />
        ) : (
          <p>{t('fields.picture_uploaded', { file: uploaded })}</p>
        ))}
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
        {picture && (
          <Button size="small" disabled={isBusy || disabled} onClick={() => onChange('')}>
            {t('remove')}
          </Button>
        )}
      </div>
      {picture && (
        <Field
          label={t('fields.picture_alt')}
          name={name}
          maxLength={500}
          value={picture.alt}
          onChange={({ target }) => onChange(pictureText(picture.source, target.value))}
        />
      )}
    </fieldset>
  )
}
