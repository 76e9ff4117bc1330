/** Fields of the back office's forms: the label above, the control at the density of a tool. */
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  type FormHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
} from 'react'
import { useFieldProblem } from '../../ui/use-field-problem.ts'
import type { Refusal } from '../api-client.ts'
import { useTexts } from '../texts.tsx'
import { refusalText } from './refusals.ts'
import styles from './form.module.css'

/** What is wrong with the fields of a form, by their `name`. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>

const ProblemsOfForm = createContext<FieldProblems>({})

/**
 * A form whose fields show beside them what a refusal says is wrong, all of them at once. The first one gets the focus.
 */
export function CheckedForm({
  refusal,
  problems,
  ...form
}: { refusal: Refusal | null; problems: FieldProblems } & FormHTMLAttributes<HTMLFormElement>) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal !== null) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
  return (
    <ProblemsOfForm value={problems}>
      <form {...form} ref={element} />
    </ProblemsOfForm>
  )
}

/** What a field shows below it, and the attributes that name it. */
function useNotes({ id, name, hint }: { id: string; name: string | undefined; hint: string | undefined }) {
  const problems = useContext(ProblemsOfForm)
  const { problem: ownCheck, ...checks } = useFieldProblem()
  const problem = (name === undefined ? undefined : problems[name]) ?? ownCheck
  const described = [problem && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return {
    attributes: {
      ...checks,
      'aria-describedby': described || undefined,
      'aria-invalid': problem ? (true as const) : undefined,
    },
    notes: (
      <>
        {problem && (
          <p id={`${id}-problem`} className={styles.problem}>
            {problem}
          </p>
        )}
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </>
    ),
  }
}

export function Field({
  label,
  hint,
  ...input
}: { label: string; hint?: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  const { attributes, notes } = useNotes({ id, name: input.name, hint })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input {...attributes} {...input} id={id} />
      {notes}
    </div>
  )
}

export function TextField({
  label,
  hint,
  ...area
}: { label: string; hint?: string | undefined } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  const { attributes, notes } = useNotes({ id, name: area.name, hint })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea rows={3} {...attributes} {...area} id={id} />
      {notes}
    </div>
  )
}

export function Select({
  label,
  hint,
  value,
  options,
  disabled = false,
  onChange,
}: {
  label: string
  hint?: string | undefined
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
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

/** Why a change was refused: the words of its code where there are any, otherwise the code itself. */
export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  const { t } = useTexts()
  if (refusal === null) return null
  return (
    <p className={styles.refusal} role="alert">
      {refusalText(t, refusal.code, refusal.details)}
    </p>
  )
}
