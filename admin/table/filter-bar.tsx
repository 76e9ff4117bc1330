/** The filters of a table as chips: each opens its editor, and a button adds another one. */
import { useState } from 'react'
import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { Icon } from '../../ui/icon.tsx'
import { useTexts, type Translate } from '../texts.tsx'
import { usePageActions } from '../shell/page-actions.ts'
import menu from '../shell/menu.module.css'
import { areDaysComplete, daysText, lastDays, readDays, writeDays, type Days } from './days.ts'
import { describeFields } from './field-terms.ts'
import { FieldsEditor } from './fields-editor.tsx'
import type { Filter, FilterOption } from './table-terms.ts'
import { useEagerValue } from './use-eager-value.ts'
import type { ViewChange } from './view.ts'
import styles from './filter-bar.module.css'

export function FilterBar({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[]
  values: Readonly<Record<string, string>>
  onChange: (change: ViewChange, replace?: boolean) => void
}) {
  const { t, day } = useTexts()
  /** The filter whose editor is open; it may have no value yet. */
  const [edited, setEdited] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  usePageActions([
    {
      id: 'table-filter',
      label: t('table.add_filter'),
      group: 'page',
      keys: 'f',
      run: () => setAdding(true),
    },
  ])
  const isActive = ({ name }: Filter) => values[name] !== undefined || name === edited
  const rest = filters.filter((filter) => !isActive(filter))
  return (
    <div className={styles.bar} role="group" aria-label={t('table.filters')}>
      {filters.filter(isActive).map((filter) => {
        const value = values[filter.name] ?? ''
        return (
          <span key={filter.name} className={styles.chip}>
            <Popover.Root
              open={edited === filter.name}
              onOpenChange={(open) => setEdited(open ? filter.name : null)}
            >
              <Popover.Trigger className={styles.value}>
                <span className={styles.name}>{filter.label}</span>
                {describeValue(filter, value, { t, day })}
              </Popover.Trigger>
              <Popover.Portal>
                <Popover.Positioner className={styles.layer} align="start" sideOffset={6}>
                  <Popover.Popup className={styles.editor} aria-label={filter.label}>
                    <Editor
                      filter={filter}
                      value={value}
                      onChange={(next) =>
                        onChange({ filter: { name: filter.name, value: next || null } }, value !== '')
                      }
                    />
                  </Popover.Popup>
                </Popover.Positioner>
              </Popover.Portal>
            </Popover.Root>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('table.remove_filter', { filter: filter.label })}
              onClick={() => {
                setEdited(null)
                onChange({ filter: { name: filter.name, value: null } })
              }}
            >
              <Icon name="close" size={14} />
            </button>
          </span>
        )
      })}
      {rest.length > 0 && (
        <Menu.Root open={isAdding} onOpenChange={setAdding}>
          <Menu.Trigger className={styles.add}>
            <Icon name="plus" size={14} />
            {t('table.filter')}
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner className={styles.layer} align="start" sideOffset={6}>
              <Menu.Popup className={menu.popup}>
                {rest.map(({ name, label }) => (
                  <Menu.Item
                    key={name}
                    className={menu.item}
                    // The editor opens once the menu has given the focus back.
                    onClick={() => setTimeout(() => setEdited(name))}
                  >
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
    </div>
  )
}

function describeValue(
  filter: Filter,
  value: string,
  { t, day }: { t: Translate; day: (day: string) => string },
): string {
  if (filter.kind === 'flag') return value === '' ? '' : t(value === 'yes' ? 'table.yes' : 'table.no')
  if (filter.kind === 'days') return value === '' ? '' : daysText(value, day)
  if (filter.kind === 'fields') return describeFields(filter.fields, value)
  if (filter.kind !== 'options') return value
  return value
    .split(',')
    .filter(Boolean)
    .map((one) => filter.options.find((option) => option.value === one)?.label ?? one)
    .join(', ')
}

function Editor({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: string
  onChange: (value: string) => void
}) {
  if (filter.kind === 'flag') return <FlagEditor label={filter.label} value={value} onChange={onChange} />
  if (filter.kind === 'options')
    return <OptionsEditor label={filter.label} options={filter.options} value={value} onChange={onChange} />
  if (filter.kind === 'fields')
    return <FieldsEditor fields={filter.fields} value={value} onChange={onChange} />
  if (filter.kind === 'days') return <DaysEditor value={value} onChange={onChange} />
  return <TextEditor filter={filter} value={value} onChange={onChange} />
}

/** From this many options on they can be searched. */
const manyOptions = 20

function OptionsEditor({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly FilterOption[]
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const [shown, setShown] = useEagerValue(value)
  const [words, setWords] = useState('')
  const chosen = shown.split(',').filter(Boolean)
  const isWanted = (option: FilterOption) =>
    chosen.includes(option.value) ||
    `${option.group ?? ''} ${option.label}`.toLowerCase().includes(words.trim().toLowerCase())
  const groups = Map.groupBy(options.filter(isWanted), ({ group }) => group)
  const choose = (option: FilterOption, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== option.value)
    const next = (isChosen ? [...others, option.value] : others).join(',')
    setShown(next)
    onChange(next)
  }
  return (
    <>
      {options.length >= manyOptions && (
        <label className={styles.find}>
          <span className="visually-hidden">{t('table.find_option')}</span>
          <input
            autoFocus
            type="search"
            placeholder={t('table.find_option')}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
      )}
      {groups.size === 0 && <p className={styles.hint}>{t('table.nothing_matches')}</p>}
      {[...groups].map(([group, grouped]) => (
        <fieldset key={group ?? ''} className={styles.options}>
          <legend className={group === undefined ? 'visually-hidden' : styles.group}>{group ?? label}</legend>
          {grouped.map((option) => (
            <label key={option.value} className={styles.option}>
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={({ target }) => choose(option, target.checked)}
              />
              {option.label}
            </label>
          ))}
        </fieldset>
      ))}
    </>
  )
}

function DaysEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTexts()
  const [shown, setShown] = useEagerValue(value)
  const days = readDays(shown)
  const set = (next: Days) => {
    setShown(writeDays(next))
    if (areDaysComplete(next)) onChange(writeDays(next))
  }
  const { from, to } = days
  return (
    <div className={styles.days}>
      <label>
        {t('table.from')}
        <input
          type="date"
          value={from}
          max={to}
          onChange={({ target }) => set({ ...days, from: target.value })}
        />
      </label>
      <label>
        {t('table.to')}
        <input
          type="date"
          value={to}
          min={from}
          onChange={({ target }) => set({ ...days, to: target.value })}
        />
      </label>
      <div className={styles.periods}>
        {(
          [
            ['table.today', lastDays(1, 0)],
            ['table.yesterday', lastDays(1, 1)],
            ['table.last_week', lastDays(7, 0)],
            ['table.last_month', lastDays(30, 0)],
          ] as const
        ).map(([label, period]) => (
          <button key={label} type="button" className={styles.add} onClick={() => set(period)}>
            {t(label)}
          </button>
        ))}
      </div>
    </div>
  )
}

function FlagEditor({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const [shown, setShown] = useEagerValue(value)
  return (
    <fieldset className={styles.options}>
      <legend className="visually-hidden">{label}</legend>
      {(['yes', 'no'] as const).map((answer) => (
        <label key={answer} className={styles.option}>
          <input
            type="radio"
            name={label}
            checked={shown === answer}
            onChange={() => {
              setShown(answer)
              onChange(answer)
            }}
          />
          {t(answer === 'yes' ? 'table.yes' : 'table.no')}
        </label>
      ))}
    </fieldset>
  )
}

/** A typed value is applied by Enter or the button: every letter would be another list. */
function TextEditor({
  filter,
  value,
  onChange,
}: {
  filter: Extract<Filter, { kind: 'number' | 'text' }>
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const [text, setText] = useState(value)
  const hint = filter.kind === 'number' ? filter.hint : undefined
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text.trim())
      }}
    >
      <label>
        <span className="visually-hidden">{filter.label}</span>
        <input
          autoFocus
          {...(filter.kind === 'number' ? { type: 'number', min: 0, max: 365 } : { type: 'text' })}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" className={styles.add}>
        {t('table.apply')}
      </button>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </form>
  )
}
