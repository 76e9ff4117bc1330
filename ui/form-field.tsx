/** A labelled input, and a labelled choice of files. */
import { useId, useState, type ChangeEvent, type InputHTMLAttributes } from 'react'
import { ButtonLink } from './button.tsx'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import { useStrings } from './strings.tsx'
import styles from './form-field.module.css'

interface FormFieldProps extends FieldFrameProps, InputHTMLAttributes<HTMLInputElement> {}

export function FormField({ id, label, hint, error, isErrorSilent, ...input }: FormFieldProps) {
  const made = useId()
  return (
    <FieldFrame {...{ id: id ?? made, label, hint, error, isErrorSilent }}>
      {(checks, control) => <input {...checks} {...input} {...control} className={styles.input} />}
    </FieldFrame>
  )
}

interface FileFieldProps
  extends FieldFrameProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {}

/**
 * A labelled choice of files in the shop's words: the browser's own are in its language. The input itself lies over the
 * button, so that the keyboard, a tap, a dropped file and a screen reader reach it.
 */
export function FileField({ label, hint, error, isErrorSilent, onChange, ...input }: FileFieldProps) {
  const t = useStrings()
  const [names, setNames] = useState('')
  function choose(event: ChangeEvent<HTMLInputElement>) {
    setNames([...(event.target.files ?? [])].map(({ name }) => name).join(', '))
    onChange?.(event)
  }
  return (
    <FieldFrame {...{ id: useId(), label, hint, error, isErrorSilent }}>
      {(checks, control) => (
        <div className={styles.choice}>
          <input {...checks} {...input} {...control} type="file" onChange={choose} />
          <ButtonLink aria-hidden="true">
            {t(input.multiple ? 'form.choose_files' : 'form.choose_file')}
          </ButtonLink>
          <span className={styles.names} aria-hidden="true">
            {names || t('form.no_file')}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
