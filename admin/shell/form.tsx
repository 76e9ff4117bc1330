/** Fields of the back office's forms: the label above, the control at the density of a tool. */
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react'
import type { Refusal } from '../api-client.ts'
import { useTexts } from '../texts.tsx'
import { refusalText } from './refusals.ts'
import styles from './form.module.css'

export function Field({
  label,
  hint,
  ...input
}: { label: string; hint?: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  ...area
}: { label: string } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea rows={3} {...area} id={id} />
    </div>
  )
}

export function Select({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

export function Check({
  label,
  ...input
}: { label: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className={styles.check}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  )
}

/** Why a change was refused: the words of its code where there are any, otherwise the code itself. */
/** As `RefusalNotice`. Where somebody else has changed the field meanwhile, with their value; saving again replaces it. */
export function FieldRefusal({ refusal, current }: { refusal: Refusal | null; current: string }) {
  const { t } = useTexts()
  if (refusal?.code !== 'changed_meanwhile') return <RefusalNotice refusal={refusal} />
  return (
    <p className={styles.refusal} role="alert">
      {t('refusal.changed_to', { current })}
    </p>
  )
}

export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  const { t } = useTexts()
  if (refusal === null) return null
  return (
    <p className={styles.refusal} role="alert">
      {refusalText(t, refusal.code, refusal.details)}
    </p>
  )
}
