/** A company's number in its register as its country writes it. Stored and sent to others without spaces. Pure. */
import type { IdentityScheme } from './store.ts'
import type { Store } from './stores.ts'

/** The groups of digits in each country, and what is between them. A German company gives its VAT number, as it is. */
const grouping: Record<IdentityScheme, { pattern: RegExp; between: string } | null> = {
  swedish: { pattern: /^(\d{6})(\d{4})$/, between: '-' },
  norwegian: { pattern: /^(\d{3})(\d{3})(\d{3})$/, between: '\u00A0' },
  danish: { pattern: /^(\d{2})(\d{2})(\d{2})(\d{2})$/, between: '\u00A0' },
  german: null,
}

/**
 * The number for a reader: "556737-0431", "123 456 789" in Norway, "12 34 56 78" in Denmark, with spaces that do not
 * break. A number of another form, such as a masked one, is returned as it is.
 */
export function organisationNumberText(
  number: string,
  { identityNumbers }: Pick<Store, 'identityNumbers'>,
): string {
  const groups = grouping[identityNumbers]
  const match = groups && groups.pattern.exec(number)
  return match ? match.slice(1).join(groups.between) : number
}
