/** A labelled input with its hint and its error beside it. */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import styles from './form-field.module.css'

interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function FormField({ label, hint, error, id, ...input }: FormFieldProps) {
  const made = useId()
  const field = id ?? made
  const notes = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field}>
        {label}
      </label>
      <input
        {...input}
        id={field}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
      />
      {hint && (
        <p id={`${field}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${field}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
