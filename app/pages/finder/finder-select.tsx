/** A choice of a finder: sent by its form as soon as it is made, or by the form's button without a script. */
import { useId, type ReactNode } from 'react'
import styles from './finder.module.css'

export interface Option {
  value: string
  text: string
  /** Heading under which it stands. */
  group?: string
}

interface FinderSelectProps {
  name: string
  label: ReactNode
  value: string
  options: readonly Option[]
  /** What stands where nothing is chosen. */
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
        // The server's choice wins when another page comes.
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
