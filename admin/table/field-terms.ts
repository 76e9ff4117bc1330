/** Wanted values of the shop's own fields, as the address has them: `care:=Torkas,length:10..20`. Pure. */
import type { FilterField } from './table-terms.ts'

/** By key of the field: `=text`, or `from..to`. */
export type FieldTerms = Readonly<Record<string, readonly string[]>>

/** Texts have commas. */
export function readFields(value: string): FieldTerms {
  // An address may name `constructor`, which every other object has.
  const terms = Object.create(null) as Record<string, string[]>
  for (const pair of value.split(',').filter(Boolean)) {
    const [key = '', wanted = ''] = pair.split(/:(.*)/s)
    ;(terms[key] ??= []).push(decoded(wanted))
  }
  return terms
}

export const writeFields = (terms: FieldTerms): string =>
  Object.entries(terms)
    .flatMap(([key, values]) => values.map((value) => `${key}:${encoded(value)}`))
    .join(',')

/** A percent sign, and what separates terms. */
const encoded = (text: string): string => text.replaceAll('%', '%25').replaceAll(',', '%2C')
const decoded = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%')

/** In words: `Skötsel: Torkas, Längd: 10 – 20`. */
export const describeFields = (fields: readonly FilterField[], value: string): string =>
  Object.entries(readFields(value))
    .map(([key, values]) => {
      const field = fields.find((each) => each.key === key)
      const words = values.map((one) =>
        one.startsWith('=')
          ? (field?.options.find((option) => option.value === one.slice(1))?.label ?? one.slice(1))
          : one.split('..').join(' – '),
      )
      return `${field?.label ?? key}: ${words.join(', ')}`
    })
    .join(', ')
