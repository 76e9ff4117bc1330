/** A picture: chosen and uploaded at once, and kept once the fields are saved. */
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../shell/form.tsx'
import { PictureFile } from '../../shell/picture-file.tsx'
import { useTexts } from '../../texts.tsx'
import { pictureIn, pictureText } from './field-draft.ts'

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
  const picture = pictureIn(value)
  const isStored = picture !== null && stored !== null && picture.source === pictureIn(stored.value)?.source
  return (
    <PictureFile
      label={label}
      path={apiPaths.fieldPictures}
      hasPicture={picture !== null}
      shown={
        isStored ? <img src={`${shop}${stored.thumb}`} alt={picture.alt} width={160} height={160} /> : null
      }
      disabled={disabled}
      onUpload={(source) => onChange(pictureText(source, picture?.alt ?? ''))}
      onRemove={() => onChange('')}
    >
      {picture && (
        <Field
          label={t('fields.picture_alt')}
          name={name}
          maxLength={500}
          value={picture.alt}
          onChange={({ target }) => onChange(pictureText(picture.source, target.value))}
        />
      )}
    </PictureFile>
  )
}
