/** Whether what a person has typed, as a search or as a filter, looks for one customer. Pure. */

/** What a customer is looked for by. */
export interface CustomerNames {
  email: string
  firstName: string
  lastName: string
  companyName: string | null
  phone: string
}

/** A shorter piece of a telephone number may be anything. */
const leastPhoneDigits = 7

const words = (text: string): string[] => text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** Without the zeros and country codes before it, a number may be written in several ways. */
function samePhone(text: string, phone: string): boolean {
  if (!/^[\d\s()+/.-]+$/.test(text)) return false
  const [typed, known] = [digits(text).replace(/^0+/, ''), digits(phone).replace(/^0+/, '')]
  return (
    Math.min(typed.length, known.length) >= leastPhoneDigits &&
    (typed.endsWith(known) || known.endsWith(typed))
  )
}

/**
 * Whether `text` has the customer's e-mail address, or is their whole name in any order, their company's name or their
 * telephone number. A first or last name alone may be another customer's.
 */
export function namesCustomer(text: string, customer: CustomerNames): boolean {
  const { email, firstName, lastName, companyName, phone } = customer
  if (text.toLowerCase().includes(email.toLowerCase())) return true
  const typed = words(text)
  const isAll = (name: string) =>
    typed.length > 0 && typed.toSorted().join(' ') === words(name).toSorted().join(' ')
  return (
    (firstName !== '' && lastName !== '' && isAll(`${firstName} ${lastName}`)) ||
    (companyName !== null && isAll(companyName)) ||
    samePhone(text, phone)
  )
}

/** Whether a saved view does, by its name or by one of the values of its query string; those of filters are lists. */
export function viewNamesCustomer(
  { name, query }: { name: string; query: string },
  customer: CustomerNames,
): boolean {
  return [name, ...new URLSearchParams(query).values()]
    .flatMap((text) => [text, ...text.split(',').flatMap((each) => [each, valueOfField(each)])])
    .some((text) => namesCustomer(text, customer))
}

/** What a term of `filter.field`, as `note:=Anna`, wants a field of the shop's own to be; '': it is no such term. */
const valueOfField = (term: string): string =>
  (/^[a-z0-9_]+:=(.*)$/s.exec(term)?.[1] ?? '').replaceAll('%2C', ',').replaceAll('%25', '%')
