/**
 * What stands around every field: its label, its error and its hint. The error is the form's, or the browser's own
 * check's in the shop's words.
 */
import type { ReactNode } from 'react'
import { useFieldProblem } from './use-field-problem.ts'
import styles from './form-field.module.css'

export interface FieldFrameProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Where the focus moves to the errors of a form, they are read there, and not by each field. */
  isErrorSilent?: boolean | undefined
}

interface FramedControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  isErrorSilent = false,
  children,
}: FieldFrameProps & {
  id: string
  /** Renders the control: `checks` before its own properties, `control` after them. */
  children: (checks: Omit<ReturnType<typeof useFieldProblem>, 'problem'>, control: FramedControl) => ReactNode
}) {
  const { problem, ...checks } = useFieldProblem()
  const shown = error || problem
  const notes = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(checks, {
        id,
        'aria-invalid': shown ? true : undefined,
        'aria-describedby': notes || undefined,
      })}
      {shown && (
        <p id={`${id}-error`} className={styles.error} role={error && !isErrorSilent ? 'alert' : undefined}>
          {shown}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
