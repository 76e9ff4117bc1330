/** A table of a module's page or card: what it shows, without sorting and filters, which declared lists have. */
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './table.module.css'

export interface TableProps {
  /** What the rows are, for assistive technology. */
  label: string
  columns: readonly { name: string; label: string; isNumber?: boolean }[]
  rows: readonly { key: string | number; cells: Readonly<Record<string, ReactNode>> }[]
}

export function Table({ label, columns, rows }: TableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, label: heading, isNumber = false }) => (
              <th key={name} scope="col" className={classNames(isNumber && styles.number)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map(({ name, isNumber = false }) => (
                <td key={name} className={classNames(isNumber && styles.number)}>
                  {cells[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
