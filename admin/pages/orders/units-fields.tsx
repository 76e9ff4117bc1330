/** How many units of each line an action is about. */
import { useTexts } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'
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
  return (
    <div className={styles.units} role="group" aria-label={t('order.lines')}>
      {lines
        .filter((line) => most(line) > 0)
        .map((line) => (
          <label key={line.uuid} className={styles.unit}>
            <span>
              {line.name}
              <span className={styles.sku}>{t('order.of_units', { sku: line.sku, count: most(line) })}</span>
            </span>
            <input
              type="number"
              min={0}
              max={most(line)}
              value={units[line.uuid] ?? 0}
              onChange={({ target }) => onChange({ ...units, [line.uuid]: Number(target.value) })}
            />
          </label>
        ))}
    </div>
  )
}
