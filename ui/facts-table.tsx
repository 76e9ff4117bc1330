/** Names and values in two columns. */
import styles from './facts-table.module.css'

export function FactsTable({
  facts,
  caption,
}: {
  facts: readonly { name: string; value: string }[]
  caption: string
}) {
  if (facts.length === 0) return null
  return (
    <table className={styles.facts}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {facts.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
