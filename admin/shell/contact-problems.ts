/** Words for what is wrong with names, addresses and numbers of customers and companies. */
import type { Refusal } from '../api-client.ts'
import type { AdminKey, Translate } from '../texts.tsx'
import type { FieldProblems } from './form.tsx'

const known: Readonly<Record<string, AdminKey>> = {
  required: 'settings.problem_required',
  email: 'settings.problem_email',
  phone: 'customers.problem_phone',
  postal_code: 'settings.problem_postal_code',
  vat_number: 'settings.problem_vat_number',
  identity_number: 'customers.problem_identity_number',
  personal_number: 'customers.problem_personal_number',
  electronic_address: 'customers.problem_electronic_address',
  too_long: 'customers.problem_too_long',
  bad_characters: 'customers.problem_characters',
  invisible_characters: 'customers.problem_invisible',
  looks_like_address: 'customers.problem_link',
  address_of_person: 'customers.problem_address_of_person',
}

/** What a refusal says is wrong, by the name of the field. */
export function contactProblems(refusal: Refusal | null, t: Translate): FieldProblems {
  const found = (refusal?.details['fields'] ?? {}) as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(found).map(([field, code]) => [field, t(known[code] ?? 'new_order.check_field')]),
  )
}
