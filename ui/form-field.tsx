/** A labelled input with its hint and its error beside it: the form's, or the browser's own check's in the shop's words. */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
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
      {hint && (
        <p id={`${field}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {shown && (
        <p
          id={`${field}-error`}
          className={styles.error}
          role={error && !isErrorSilent ? 'alert' : undefined}
        >
          {shown}
        </p>
      )}
    </div>
  )
}
