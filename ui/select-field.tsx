/** A labelled choice from a list with its hint and its error beside it: the form's, or the browser's own check's in the shop's words. */
import type { ReactNode, SelectHTMLAttributes } from 'react'
import { useFieldProblem } from './use-field-problem.ts'
import styles from './form-field.module.css'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function SelectField({ label, hint, error, id, ...input }: SelectFieldProps) {
  const { problem, ...checks } = useFieldProblem()
  const shown = error || problem
  const notes = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...checks}
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={shown ? true : undefined}
        aria-describedby={notes || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {shown && (
        <p id={`${id}-error`} className={styles.error} role={error ? 'alert' : undefined}>
          {shown}
        </p>
      )}
    </div>
  )
}
