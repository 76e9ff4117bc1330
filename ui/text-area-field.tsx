/** A labelled text of several lines. */
import type { TextareaHTMLAttributes } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import styles from './form-field.module.css'

interface TextAreaFieldProps extends FieldFrameProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  id: string
}

export function TextAreaField({ id, label, hint, error, isErrorSilent, ...input }: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ id, label, hint, error, isErrorSilent }}>
      {(checks, control) => <textarea {...checks} {...input} {...control} className={styles.input} />}
    </FieldFrame>
  )
}
