/** The order mail as plain text, from the same rows as the HTML. */
import type { OrderMailRows } from './order-mail-rows.ts'

/** A heading with its lines and a blank line; nothing where there are no lines. */
function block(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines, '']
}

export function orderMailText(rows: OrderMailRows): string {
  const { words, company } = rows
  const row = ({ label, value }: { label: string; value: string }): string => `${label}: ${value}`
  return [
    rows.greeting,
    words.thanks,
    '',
    ...rows.facts.map(row),
    '',
    words.lines,
    ...rows.lines.flatMap((line) => [
      `- ${line.name}${line.sku === null ? '' : ` (${line.sku})`}`,
      ...(line.deductions.length === 0
        ? [`  ${line.quantity} = ${line.amount}`]
        : [line.quantity, ...line.deductions, `= ${line.amount}`].map((text) => `  ${text}`)),
      ...line.notes.map((note) => `  ${note}`),
    ]),
    ...rows.ofModules,
    '',
    ...rows.sums.map(row),
    row(rows.total),
    ...rows.vat.map(row),
    '',
    words.delivery,
    ...rows.delivery,
    '',
    rows.addressLabel,
    ...rows.address,
    '',
    ...block(words.invoiceAddress, rows.invoiceAddress),
    ...block(words.references, rows.references),
    ...block(words.note, rows.note),
    `${words.payment}: ${rows.payment}`,
    '',
    `${words.seeOrder}: ${rows.orderUrl}`,
    '',
    ...rightsOf(rows),
    `${words.questions} ${rows.phone}`,
    '',
    `${company.name}, ${company.street}, ${company.postalCode} ${company.city}, ${company.country}`,
    `${rows.register}, ${company.vatNumber}, ${company.email}`,
    '',
  ].join('\n')
}

function rightsOf({ words, rights }: OrderMailRows): string[] {
  if (rights === null) return []
  const { withdrawal, withdrawalUrl } = rights
  const link = `${words.withdrawalLink}: ${withdrawalUrl}`
  return [words.withdrawalTitle, withdrawal, link, words.guarantee, '']
}
