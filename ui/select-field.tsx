/** A labelled choice from a list. */
import type { SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import styles from './form-field.module.css'

interface SelectFieldProps extends FieldFrameProps, SelectHTMLAttributes<HTMLSelectElement> {
  id: string
}

export function SelectField({ id, label, hint, error, isErrorSilent, ...input }: SelectFieldProps) {
  return (
    <FieldFrame {...{ id, label, hint, error, isErrorSilent }}>
      {(checks, control) => <select {...checks} {...input} {...control} className={styles.input} />}
    </FieldFrame>
  )
}
