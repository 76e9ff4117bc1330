/** How many units of each line an action is about. */
import { useId } from 'react'
import { useTexts } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'
import { RangeInput } from './range-input.tsx'
import styles from './order.module.css'

type Line = OrderPageData['lines'][number]

export function UnitsFields({
  lines,
  most,
  units,
  onChange,
}: {
  lines: readonly Line[]
  /** The most units of a line. */
  most: (line: Line) => number
  /** Line uuid → units. */
  units: Readonly<Record<string, number>>
  onChange: (units: Readonly<Record<string, number>>) => void
}) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className={styles.units} role="group" aria-label={t('order.lines')}>
      {lines
        .filter((line) => most(line) > 0)
        .map((line) => (
          <div key={line.uuid} className={styles.unit}>
            <label htmlFor={`${id}-${line.uuid}`}>
              {line.name}
              <span className={styles.sku}>{t('order.of_units', { sku: line.sku, count: most(line) })}</span>
            </label>
            <RangeInput
              id={`${id}-${line.uuid}`}
              wrong={t('order.units_wrong', { name: line.name, count: most(line) })}
              min={0}
              max={most(line)}
              value={units[line.uuid] ?? 0}
              onChange={({ target }) => onChange({ ...units, [line.uuid]: Number(target.value) })}
            />
          </div>
        ))}
    </div>
  )
}
