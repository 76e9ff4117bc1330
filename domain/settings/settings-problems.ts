/**
 * What is wrong with settings that somebody wants to save, by field. Only fields that differ from what is in force are
 * checked, so that one field can be changed while another still has the placeholder of the store's file. Pure.
 */
import type { Minor } from '../money/money.ts'
import { originalOf } from '../pictures/picture-source.ts'
import { isEmail } from '../stores/email.ts'
import { isPostalCode } from '../stores/postal-code.ts'
import type { SettingsSection, StoreSettings } from '../stores/store-settings.ts'
import type { Store } from '../stores/stores.ts'
import { readVatNumber } from '../vat-numbers/vat-number.ts'
import { isIban } from './iban.ts'

/**
 * `too_long`: there is no room for it. `hour`: no hour of the day. `no_picture`: no picture that was uploaded. `country`: no code of ISO 3166-1. `unknown_method`: no shipping method of the store. `none_offered`: buyers could choose no method. `lower`: less than
 * the amount before it. `private_term`, `business_term`, `reminder_days`: outside of what the law or the reminders allow.
 */
export type SettingsProblem =
  | 'required'
  | 'too_long'
  | 'hour'
  | 'no_picture'
  | 'email'
  | 'phone'
  | 'postal_code'
  | 'vat_number'
  | 'country'
  | 'voec_number'
  | 'iban'
  | 'whole_units'
  | 'unknown_method'
  | 'heavier_prices'
  | 'none_offered'
  | 'lower'
  | 'private_term'
  | 'business_term'
  | 'reminder_days'

type Problems = Record<string, SettingsProblem>
type Find<Section extends SettingsSection> = (
  value: StoreSettings[Section],
  given: { store: Store; current: StoreSettings[Section] },
) => Problems

/** Fields of a section → what is wrong with them; empty: nothing is. */
export function settingsProblems<Section extends SettingsSection>(
  section: Section,
  value: StoreSettings[Section],
  given: { store: Store; current: StoreSettings[Section] },
): Problems {
  const problems = finders[section](value, given)
  const isChanged = (field: string) => {
    const [top = ''] = field.split('.')
    const of = (settings: object) => JSON.stringify(settings[top as keyof typeof settings])
    return of(value) !== of(given.current)
  }
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isChanged(field)))
}

/**
 * An invoice that is paid within 50 days of the delivery, free of interest and charges, is no consumer credit; of a seller
 * that is no micro, small or medium-sized enterprise within 14 (directive (EU) 2023/2225 Art. 2 (2) (h)).
 */
const privateTermDays = { from: 14, to: 50 }
/** More than 60 have to be agreed expressly, and not be grossly unfair (directive 2011/7/EU Art. 3 (5)). */
const businessTermDays = { from: 1, to: 60 }
const mostReminders = 4
const reminded = { from: 1, to: 90 }

const isWithin = (days: number, { from, to }: { from: number; to: number }) =>
  Number.isInteger(days) && days >= from && days <= to

/** Unit prices are shown and charged without decimals in stores whose currency has none in use (CONST-05). */
const isPayable = (amount: Minor, { currencyDigits }: Store) => currencyDigits === 2 || amount % 100 === 0

function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}

/** Below the icon of an installed store and in lists of stores. */
const longestName = 40
const longestShortName = 16
/** A line of the top bar, and the title of a promise; a text below it. */
const longestLine = 60
const longestText = 120

const isTooLong = (texts: readonly string[], longest: number) => texts.some((text) => text.length > longest)

const finders: { [Section in SettingsSection]: Find<Section> } = {
  opening() {
    return {}
  },
  identity({ name, shortName, logo, darkLogo, icon }) {
    const problems: Problems = {}
    for (const [field, text, longest] of [
      ['name', name, longestName],
      ['shortName', shortName, longestShortName],
    ] as const) {
      if (text.trim() === '') problems[field] = 'required'
      else if (text.length > longest) problems[field] = 'too_long'
    }
    for (const [field, source] of Object.entries({ logo, darkLogo, icon }))
      if (source !== null && originalOf(source) === null) problems[field] = 'no_picture'
    return problems
  },
  storefront({ dispatchHour, lines, promises, exampleSearches }) {
    const problems: Problems = {}
    if (!Number.isInteger(dispatchHour) || dispatchHour < 1 || dispatchHour > 23)
      problems['dispatchHour'] = 'hour'
    if (isTooLong(lines, longestLine)) problems['lines'] = 'too_long'
    if (isTooLong(exampleSearches, longestLine)) problems['exampleSearches'] = 'too_long'
    if (promises.some(({ title }) => title.trim() === '')) problems['promises'] = 'required'
    else if (
      isTooLong(
        promises.map(({ title }) => title),
        longestLine,
      ) ||
      isTooLong(
        promises.map(({ text }) => text),
        longestText,
      )
    )
      problems['promises'] = 'too_long'
    return problems
  },
  company(value, { store }) {
    const problems: Problems = {}
    for (const [field, text] of Object.entries(value)) if (text.trim() === '') problems[field] = 'required'
    if (!isEmail(value.email)) problems['email'] ??= 'email'
    // The calling code, a space, then digits in groups: it is shown and dialled.
    if (!/^\+[1-9]\d{0,2} \d[\d ]{4,18}$/.test(value.phoneNumber)) problems['phoneNumber'] ??= 'phone'
    if (!isPostalCode(value.postalCode, store)) problems['postalCode'] ??= 'postal_code'
    if (readVatNumber(value.vatNumber) === null) problems['vatNumber'] ??= 'vat_number'
    return problems
  },
  bank({ accounts }) {
    const problems: Problems = {}
    if (accounts.length === 0) problems['accounts'] = 'required'
    for (const [index, { label, value }] of accounts.entries()) {
      if (label.trim() === '' || value.trim() === '') problems[`accounts.${index}`] = 'required'
      else if (/^iban$/i.test(label.trim()) && !isIban(value)) problems[`accounts.${index}`] = 'iban'
    }
    return problems
  },
  mail({ name, address }) {
    const problems: Problems = {}
    if (name.trim() === '') problems['name'] = 'required'
    if (!isEmail(address)) problems['address'] = 'email'
    return problems
  },
  legal({ notes }) {
    return notes.some((note) => note.trim() === '') ? { notes: 'required' } : {}
  },
  invoices({ privateDays, businessDays, reminderDays }) {
    const problems: Problems = {}
    if (!isWithin(privateDays, privateTermDays)) problems['privateDays'] = 'private_term'
    if (!isWithin(businessDays, businessTermDays)) problems['businessDays'] = 'business_term'
    const isRising = reminderDays.every((day, index) => index === 0 || day > reminderDays[index - 1]!)
    if (
      !isRising ||
      reminderDays.length > mostReminders ||
      reminderDays.some((day) => !isWithin(day, reminded))
    )
      problems['reminderDays'] = 'reminder_days'
    return problems
  },
  orders({ minimumMinor }, { store }) {
    return isPayable(minimumMinor, store) ? {} : { minimumMinor: 'whole_units' }
  },
  products() {
    return {}
  },
  dispatch({ street, postalCode, city, countryCode, voecNumber }, { store }) {
    const problems: Problems = {}
    for (const [field, text] of Object.entries({ street, postalCode, city }))
      if (text.trim() === '') problems[field] = 'required'
    if (!isCountry(countryCode)) problems['countryCode'] = 'country'
    // Codes of other countries are the carrier's to check.
    if (countryCode === store.countryCode && !isPostalCode(postalCode, store))
      problems['postalCode'] ??= 'postal_code'
    if (voecNumber !== null && !/^\d{7}$/.test(voecNumber)) problems['voecNumber'] = 'voec_number'
    return problems
  },
  parcels() {
    return {}
  },
  shipping(value, { store, current }) {
    const problems: Problems = {}
    if (Object.keys(current).every((id) => value[id]?.isOffered === false))
      for (const id of Object.keys(value)) problems[id] = 'none_offered'
    for (const [id, { priceMinor, freeFromMinor, heavierMinor }] of Object.entries(value)) {
      const known = current[id]
      if (known === undefined) problems[id] = 'unknown_method'
      else if (heavierMinor.length !== known.heavierMinor.length) problems[id] = 'heavier_prices'
      else if (
        [priceMinor, freeFromMinor, ...heavierMinor].some((each) => each !== null && !isPayable(each, store))
      )
        problems[id] = 'whole_units'
      else if (!isAscending([priceMinor, ...heavierMinor])) problems[id] = 'lower'
    }
    return problems
  },
  refunds() {
    return {}
  },
  credit(value) {
    const problems: Problems = {}
    for (const [kind, limits] of Object.entries(value))
      if (
        !isAscending([limits.orderMinor, limits.approvedMinor, limits.heldMinor]) ||
        !isAscending([limits.approvedOrders, limits.heldOrders])
      )
        problems[kind] = 'lower'
    return problems
  },
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, index) => index === 0 || each >= numbers[index - 1]!)
