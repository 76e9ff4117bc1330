/**
 * A select of a finder: submits its form when a value is chosen. With the keyboard, and without a script, the form's
 * button does: arrow keys go through the values one by one (WCAG 3.2.2).
 */
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from '../finder.module.css'

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
  const select = useRef<HTMLSelectElement>(null)
  const byKey = useRef(false)
  // The server's value wins when another page is loaded. The element stays, and with it the focus.
  useLayoutEffect(() => {
    select.current!.value = value
  }, [value])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        ref={select}
        id={id}
        name={name}
        defaultValue={value}
        disabled={disabled}
        onPointerDown={() => {
          byKey.current = false
        }}
        onKeyDown={() => {
          byKey.current = true
        }}
        onChange={(event) => byKey.current || event.currentTarget.form?.requestSubmit()}
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
