/**
 * A labelled input with its hint and its error beside it: the form's, or the browser's own check's in the shop's words;
 * and a labelled choice of files.
 */
import { useId, useState, type ChangeEvent, type InputHTMLAttributes, type ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { useStrings } from './strings.tsx'
import { useFieldProblem } from './use-field-problem.ts'
import styles from './form-field.module.css'

interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Where the focus moves to the errors of a form, they are read there, and not by each field. */
  isErrorSilent?: boolean
}

export function FormField({ label, hint, error, isErrorSilent = false, id, ...input }: FormFieldProps) {
  const made = useId()
  const field = id ?? made
  const { problem, ...checks } = useFieldProblem()
  const shown = error || problem
  const notes = [hint && `${field}-hint`, shown && `${field}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field}>
        {label}
      </label>
      <input
        {...checks}
        {...input}
        id={field}
        className={styles.input}
        aria-invalid={shown ? true : undefined}
        aria-describedby={notes || undefined}
      />
      {shown && (
        <p
          id={`${field}-error`}
          className={styles.error}
          role={error && !isErrorSilent ? 'alert' : undefined}
        >
          {shown}
        </p>
      )}
      {hint && (
        <p id={`${field}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface FileFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  label: string
  hint?: string
  error?: string | undefined
}

/**
 * A labelled choice of files in the shop's words: the browser's own are in its language. The input itself lies over the
 * button, so that the keyboard, a tap, a dropped file and a screen reader reach it.
 */
export function FileField({ label, hint, error, onChange, ...input }: FileFieldProps) {
  const t = useStrings()
  const id = useId()
  const [names, setNames] = useState('')
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  function choose(event: ChangeEvent<HTMLInputElement>) {
    setNames([...(event.target.files ?? [])].map(({ name }) => name).join(', '))
    onChange?.(event)
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.choice}>
        <input
          {...input}
          id={id}
          type="file"
          onChange={choose}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        <ButtonLink aria-hidden="true">
          {t(input.multiple ? 'form.choose_files' : 'form.choose_file')}
        </ButtonLink>
        <span className={styles.names} aria-hidden="true">
          {names || t('form.no_file')}
        </span>
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
