/** A select of a finder: submits its form on change, or by the form's button without a script. */
import { useId, type ReactNode } from 'react'
import styles from './finder.module.css'

export interface Option {
  value: string
  text: string
  /** The heading above the select. */
  group?: string
}

interface FinderSelectProps {
  name: string
  label: ReactNode
  value: string
  options: readonly Option[]
  /** Text of the empty option. */
  placeholder: string
  disabled?: boolean
}

export function FinderSelect({
  name,
  label,
  value,
  options,
  placeholder,
  disabled = false,
}: FinderSelectProps) {
  const id = useId()
  const groups = Map.groupBy(options, (option) => option.group ?? '')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        // The server's value wins when another page is loaded.
        key={value}
        id={id}
        name={name}
        defaultValue={value}
        disabled={disabled}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        <option value="">{placeholder}</option>
        {[...groups].map(([group, own]) =>
          group === '' ? (
            own.map((option) => <SelectOption key={option.value} option={option} />)
          ) : (
            <optgroup key={group} label={group}>
              {own.map((option) => (
                <SelectOption key={option.value} option={option} />
              ))}
            </optgroup>
          ),
        )}
      </select>
    </div>
  )
}

function SelectOption({ option: { value, text } }: { option: Option }) {
  return <option value={value}>{text}</option>
}
