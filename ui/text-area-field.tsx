/** A labelled text of several lines with its hint and its error beside it: the form's, or the browser's own check's in the shop's words. */
import type { ReactNode, TextareaHTMLAttributes } from 'react'
import { useFieldProblem } from './use-field-problem.ts'
import styles from './form-field.module.css'

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function TextAreaField({ label, hint, error, id, ...input }: TextAreaFieldProps) {
  const { problem, ...checks } = useFieldProblem()
  const shown = error || problem
  const notes = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
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
