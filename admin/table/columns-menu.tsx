/** Which columns are shown in which order, and how dense the rows are. */
import { Popover } from '@base-ui/react/popover'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../texts.tsx'
import { useEagerValue } from './use-eager-value.ts'
import type { ViewChange } from './view.ts'
import filterBar from './filter-bar.module.css'
import table from './data-table.module.css'
import styles from './columns-menu.module.css'

export function ColumnsMenu({
  columns,
  shown: inAddress,
  isCompact,
  onChange,
}: {
  columns: readonly { name: string; label: string }[]
  /** Names of the shown columns in their order. */
  shown: readonly string[]
  isCompact: boolean
  onChange: (change: ViewChange, replace?: boolean) => void
}) {
  const { t } = useTexts()
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label ?? name
  const [eager, setEager] = useEagerValue(inAddress.join(','))
  const [density, setDensity] = useEagerValue(isCompact ? 'compact' : '')
  const shown = eager.split(',')
  const order = [...shown, ...columns.map(({ name }) => name).filter((name) => !shown.includes(name))]
  const set = (next: readonly string[]) => {
    setEager(next.join(','))
    onChange({ columns: next }, true)
  }
  const move = (name: string, step: 1 | -1) => {
    const from = shown.indexOf(name)
    const next = shown.filter((other) => other !== name)
    next.splice(from + step, 0, name)
    set(next)
  }
  return (
    <Popover.Root>
      <Popover.Trigger className={table.tool}>{t('table.display')}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={filterBar.layer} align="end" sideOffset={6}>
          <Popover.Popup className={filterBar.editor} aria-label={t('table.display')}>
            <ul className={styles.columns}>
              {order.map((name) => {
                const place = shown.indexOf(name)
                const label = labelOf(name)
                return (
                  <li key={name} className={styles.column}>
                    <label className={filterBar.option}>
                      <input
                        type="checkbox"
                        checked={place >= 0}
                        disabled={place >= 0 && shown.length === 1}
                        onChange={({ target }) =>
                          set(target.checked ? [...shown, name] : shown.filter((other) => other !== name))
                        }
                      />
                      {label}
                    </label>
                    {place >= 0 && (
                      <span className={styles.moves}>
                        <button
                          type="button"
                          disabled={place === 0}
                          aria-label={t('table.move_left', { column: label })}
                          onClick={() => move(name, -1)}
                        >
                          ↑
                        </button>
                        <button
                          type="button"
                          disabled={place === shown.length - 1}
                          aria-label={t('table.move_right', { column: label })}
                          onClick={() => move(name, 1)}
                        >
                          ↓
                        </button>
                      </span>
                    )}
                  </li>
                )
              })}
            </ul>
            <div className={styles.looks}>
              <label className={filterBar.option}>
                <input
                  type="checkbox"
                  checked={density !== ''}
                  onChange={({ target }) => {
                    setDensity(target.checked ? 'compact' : '')
                    onChange({ isCompact: target.checked }, true)
                  }}
                />
                {t('table.compact')}
              </label>
              <button
                type="button"
                className={styles.reset}
                onClick={() => onChange({ columns: null }, true)}
              >
                <Icon name="return" size={14} />
                {t('table.reset_columns')}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
