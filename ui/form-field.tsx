/** A labelled input with its hint and its error beside it: the form's, or the browser's own check's in the shop's words. */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { useFieldProblem } from './use-field-problem.ts'
import styles from './form-field.module.css'

interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function FormField({ label, hint, error, id, ...input }: FormFieldProps) {
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
        <p id={`${field}-error`} className={styles.error} role="alert">
          {shown}
        </p>
      )}
    </div>
  )
}
