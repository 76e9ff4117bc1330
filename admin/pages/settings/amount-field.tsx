/** An amount in major units, or a number; the label above, or for assistive technology alone. */
import { useState } from 'react'
import { Field } from '../../shell/form.tsx'

interface AmountProps {
  label: string
  /** Null: empty. */
  value: number | null
  onChange: (value: number | null) => void
  isOptional?: boolean
  isCount?: boolean
}

export function AmountField({
  label,
  hint,
  name,
  ...props
}: AmountProps & { hint?: string | undefined; name: string }) {
  return <Field label={label} hint={hint} name={name} {...useAmount(props)} />
}

/** In a table: the column and the row say what it is. */
export function AmountCell({ label, ...props }: AmountProps) {
  return <input aria-label={label} {...useAmount(props)} />
}

/** What was typed stays as it is while it means the same number. */
function useAmount({ value, onChange, isOptional = false, isCount = false }: Omit<AmountProps, 'label'>) {
  const [typed, setTyped] = useState(textOf(value))
  const isTyped = valueOf(typed) === value
  return {
    type: 'number',
    min: 0,
    step: isCount ? 1 : 0.01,
    inputMode: isCount ? 'numeric' : 'decimal',
    required: !isOptional,
    value: isTyped ? typed : textOf(value),
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped(target.value)
      onChange(valueOf(target.value))
    },
  } as const
}

const textOf = (value: number | null) => (value === null ? '' : String(value))
const valueOf = (typed: string) => (typed === '' ? null : Number(typed))
