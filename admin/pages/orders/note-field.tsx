/** The text of a note; `@` suggests the colleagues whom it can mention. */
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTexts } from '../../texts.tsx'
import { beingTyped, type Colleague } from './mentioned-colleagues.ts'
import formStyles from '../../shell/form.module.css'
import styles from './order.module.css'

const mostSuggested = 6

export function NoteField({
  label,
  value,
  colleagues,
  onChange,
}: {
  label: string
  value: string
  colleagues: readonly Colleague[]
  onChange: (text: string) => void
}) {
  const { t } = useTexts()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const typed = isClosed ? null : beingTyped(value, caret)
  const suggested =
    typed === null
      ? []
      : colleagues
          .filter(({ name }) => name.toLowerCase().startsWith(typed.name.toLowerCase()))
          .slice(0, mostSuggested)
  const current = Math.min(active, suggested.length - 1)
  const choose = ({ name }: Colleague) => {
    if (typed === null) return
    const before = `${value.slice(0, typed.start)}@${name} `
    onChange(before + value.slice(caret))
    setCaret(before.length)
    setClosed(true)
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = suggested[current]
    if (chosen === undefined) return
    if (event.key === 'ArrowDown') setActive((current + 1) % suggested.length)
    else if (event.key === 'ArrowUp') setActive((current + suggested.length - 1) % suggested.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else if (event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        rows={3}
        maxLength={4000}
        required
        value={value}
        aria-describedby={`${id}-hint`}
        aria-autocomplete="list"
        aria-controls={suggested.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={suggested.length > 0 ? `${id}-${current}` : undefined}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
          setActive(0)
          setClosed(false)
        }}
        onKeyDown={onKeyDown}
      />
      {suggested.length > 0 && (
        <div
          id={`${id}-list`}
          className={styles.suggestions}
          role="listbox"
          aria-label={t('mentions.colleagues')}
        >
          {suggested.map((colleague, index) => (
            <div
              key={colleague.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              // The text keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(colleague)
              }}
            >
              {colleague.name}
            </div>
          ))}
        </div>
      )}
      <p id={`${id}-hint`} className={formStyles.hint}>
        {t('mentions.hint')}
      </p>
    </div>
  )
}
