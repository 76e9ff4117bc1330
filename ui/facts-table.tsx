/** Names and values in two columns; a value with an address is a link. */
import styles from './facts-table.module.css'

export function FactsTable({
  facts,
  caption,
}: {
  facts: readonly { name: string; value: string; href?: string }[]
  caption: string
}) {
  if (facts.length === 0) return null
  return (
    <table className={styles.facts}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {facts.map(({ name, value, href }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{href === undefined ? value : <a href={href}>{value}</a>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
