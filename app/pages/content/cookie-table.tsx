/** What the shop may store in the browser, one table for each category of consent. */
import type { CookieTableView } from './cookie-table.server.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './article.module.css'

export function CookieTable({ table: { columns, groups, note } }: { table: CookieTableView }) {
  return (
    <>
      {groups.map(({ title, text, rows }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <table className={classNames(styles.stacked, styles.stored)}>
            <thead>
              <tr>
                <th scope="col">{columns.name}</th>
                <th scope="col">{columns.purpose}</th>
                <th scope="col">{columns.duration}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">
                    <code>{row.name}</code>
                    <div className={styles.note}>{row.what}</div>
                  </th>
                  <td data-label={columns.purpose}>{row.purpose}</td>
                  <td data-label={columns.duration}>{row.duration}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p>{note}</p>
    </>
  )
}
