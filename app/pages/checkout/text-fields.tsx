/** Text fields of a step in a two-column grid, with autocomplete tokens. */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { StringKey } from '../../../locales/texts.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { fieldId, fieldLabel, type TextField } from './checkout-fields.ts'
import type { StepProps } from './use-checkout-form.ts'
import styles from './checkout.module.css'

export interface FieldLook {
  name: TextField
  /** Overrides the field's own label. */
  label?: StringKey
  hint?: StringKey
  autoComplete: HTMLInputAutoCompleteAttribute | `shipping ${string}`
  type?: 'email' | 'tel'
  inputMode?: 'numeric'
  half?: boolean
  optional?: boolean
  /** Id of a datalist. */
  list?: string
}

export function TextFields({
  fields,
  form,
  errors,
  left,
  change,
  leave,
}: { fields: readonly FieldLook[] } & StepProps) {
  const t = useStrings()
  return (
    <div className={styles.fields}>
      {fields.map(({ name, label, hint, half, optional, ...input }) => (
        <div key={name} className={half ? styles.half : styles.whole}>
          <FormField
            {...input}
            id={fieldId(name)}
            name={name}
            label={t(label ?? fieldLabel(name, form))}
            hint={hint && t(hint)}
            error={errors[name]}
            isErrorSilent={name !== left}
            value={form[name]}
            required={!optional}
            onChange={(event) => change({ [name]: event.target.value })}
            onBlur={() => leave(name)}
          />
        </div>
      ))}
    </div>
  )
}
