/**
 * Parses a coupon record for import, creation or edit: the fields of all kinds plus minimum_spend,
 * discount_labels, valid_from, valid_to, stores and limits. Returns the record to store, or every reason for
 * its rejection. Calculated fields are ignored. Stores nothing.
 */
import { readMerchantDate } from '../stores/merchant-date.ts'
import { isStoreCode, storeCodes, stores, type StoreCode } from '../stores/stores.ts'
import { isFilled, type FieldType } from './coupon-fields.ts'
import { recognizeKind } from './coupon-kinds.ts'
import type { DefinitionProblem } from './coupon-parser.server.ts'
import {
  couponParsers,
  contradictionsOf,
  parserOfGrant,
  grantsNothing,
  termFieldTypes,
} from './coupon-parsers.server.ts'
import type { CouponRecord } from './coupon-rules.ts'
import type { CouponDefinition } from './coupon.ts'
import { isDiscountCode, longestCode, normalizeCode } from './discount-code.ts'

/** A problem with a field, or with the terms as a whole (field null). */
export interface RecordProblem {
  field: string | null
  code:
    | DefinitionProblem
    | 'not_an_object'
    | 'without_effect'
    | 'bad_code'
    | 'bad_type'
    | 'bad_store'
    | 'bad_time'
    | 'bad_period'
    | 'bad_limit'
    | 'needs_one_store'
}

export type RecordJudgement =
  | { ok: true; record: CouponRecord; unknownFields: string[] }
  | { ok: false; code: 'bad_record'; problems: RecordProblem[] }

type Reader = (value: unknown) => unknown

const bad = Symbol('bad')
const list =
  (read: Reader): Reader =>
  (value) => {
    if (!Array.isArray(value)) return bad
    const values = value.map(read)
    return values.includes(bad) ? bad : values
  }
const id: Reader = (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : bad)
const number: Reader = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : bad)
const flag: Reader = (value) => (typeof value === 'boolean' ? value : bad)
const text: Reader = (value) =>
  typeof value === 'string' && value.length <= 200 && value.isWellFormed() && !value.includes('\0')
    ? value.trim()
    : bad

/** `{"sv": "Ta 3, betala för 2", "de": "3 für 2"}`. */
const textPerStore: Reader = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad
  const labels = Object.entries(value).map(([store, label]) => [
    store,
    isStoreCode(store) ? text(label) : bad,
  ])
  return labels.some(([, label]) => label === bad) ? bad : Object.fromEntries(labels)
}

const typeReaders: Record<FieldType | 'text' | 'textPerStore', Reader> = {
  ids: list(id),
  amount: number,
  number,
  optionalNumber: number,
  flag,
  texts: list(text),
  text,
  textPerStore,
}

/** Fields besides the terms of a kind. */
const definitionFields = [
  ['discount_label', 'text'],
  ['discount_labels', 'textPerStore'],
  ['minimum_spend', 'amount'],
  ['gift_sku', 'text'],
  ['gift_quantity', 'number'],
] as const

const order = Object.keys(typeReaders)

/** Field → type; a record with several wrong fields reports them in this order. */
const fieldTypes = new Map<string, keyof typeof typeReaders>(
  [...termFieldTypes, ...definitionFields].sort(([, a], [, b]) => order.indexOf(a) - order.indexOf(b)),
)

const ruleFields = ['code', 'valid_from', 'valid_to', 'stores', 'usage_limit', 'usage_limit_per_customer']

/** Fields of an API response that a file made from one may contain. They are ignored. */
const calculatedFields = [
  'applied',
  'failed_minimum_spend',
  'reason',
  'all_affected_items',
  'buyx_free_amount',
  'vat_amount',
  'vat_rate',
  'buy_x_percentage_total',
  'missing',
]

/** Every field that a coupon or its answer has: a module's kind has none of them. */
export const couponFieldNames: readonly string[] = [...fieldTypes.keys(), ...ruleFields, ...calculatedFields]

/** Whether no field of a stored definition is of a kind that the shop does not have: that of a module that was taken out. */
const isOfKnownKind = (definition: CouponDefinition): boolean =>
  Object.keys(definition).every((field) => field === 'code' || fieldTypes.has(field))

/** Name of the kind of a stored definition; `unknown`: its module was taken out. */
export const kindNameOf = (definition: CouponDefinition): string =>
  isOfKnownKind(definition) ? recognizeKind(definition).kind : 'unknown'

/** Whether every field of a stored definition is known and has the right type; absent and null ones are ignored. */
export function hasSoundTypes(definition: CouponDefinition): boolean {
  const values = definition as unknown as Readonly<Record<string, unknown>>
  return (
    isOfKnownKind(definition) &&
    [...fieldTypes].every(
      ([field, type]) => values[field] == null || typeReaders[type](values[field]) !== bad,
    )
  )
}

/** Whether a value is empty: absent, empty, false, or a 0 that means none. */
function isSilent(field: string, raw: Readonly<Record<string, unknown>>): boolean {
  const value = raw[field]
  if (value == null || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  const type = fieldTypes.get(field)
  const isLeftOut = value === 0 && (type === 'amount' || type === 'optionalNumber')
  return isLeftOut && !couponParsers.some((parser) => parser.meansZero?.(field, raw))
}

function readTerms(
  raw: Readonly<Record<string, unknown>>,
  problems: RecordProblem[],
): Record<string, unknown> {
  const terms: Record<string, unknown> = {}
  for (const [field, type] of fieldTypes) {
    if (isSilent(field, raw)) continue
    const read = typeReaders[type](raw[field])
    if (read === bad) problems.push({ field, code: 'bad_type' })
    else terms[field] = read
  }
  return terms
}

function readStores(value: unknown, problems: RecordProblem[]): StoreCode[] {
  if (value == null) return []
  const codes: unknown[] = Array.isArray(value) ? value : [value]
  if (!codes.every(isStoreCode)) problems.push({ field: 'stores', code: 'bad_store' })
  return [...new Set(codes.filter(isStoreCode))]
}

/** Largest distance of a timestamp from 1970, so that every database and calendar can represent it. */
const lastMoment = Date.UTC(9999, 0)

/**
 * Epoch milliseconds (DEF-14) or a date as merchants write it, by the clock of the coupon's stores. Where
 * their clocks differ it begins with the first and ends with the last.
 */
function readTime(
  field: 'valid_from' | 'valid_to',
  value: unknown,
  of: readonly StoreCode[],
  problems: RecordProblem[],
): number | null {
  if (value == null || value === '') return null
  const time = typeof value === 'string' ? momentIn(field, value, of) : value
  if (Number.isSafeInteger(time) && Math.abs(time as number) <= lastMoment) return time as number
  problems.push({ field, code: 'bad_time' })
  return null
}

function momentIn(field: 'valid_from' | 'valid_to', text: string, of: readonly StoreCode[]): number | null {
  const zones = (of.length > 0 ? of : storeCodes).map((code) => stores[code].timeZone)
  const isEnd = field === 'valid_to'
  const moments = zones.map((zone) => readMerchantDate(text, zone, isEnd ? 'end' : 'start'))
  if (moments.includes(null)) return null
  return isEnd ? Math.max(...(moments as number[])) : Math.min(...(moments as number[]))
}

function readLimit(field: string, value: unknown, problems: RecordProblem[]): number | null {
  if (value == null) return null
  if (Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) < 2 ** 31)
    return value as number
  problems.push({ field, code: 'bad_limit' })
  return null
}

/** Signs that no cart takes are refused of new codes; an issued one may have them. */
function readCode(value: unknown, isIssued: boolean, problems: RecordProblem[]): string {
  const code = typeof value === 'string' ? normalizeCode(value) : ''
  const sound =
    code.length <= longestCode && (isIssued ? /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(code) : isDiscountCode(code))
  if (!sound) problems.push({ field: 'code', code: code === '' ? 'missing_code' : 'bad_code' })
  return code
}

/** Validates a raw record; returns all problems at once. `isIssued`: it is a change of a code that the shop has. */
export function judgeCouponRecord(raw: unknown, { isIssued = false } = {}): RecordJudgement {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { ok: false, code: 'bad_record', problems: [{ field: null, code: 'not_an_object' }] }
  const given = raw as Record<string, unknown>
  const problems: RecordProblem[] = []
  const code = readCode(given['code'], isIssued, problems)
  const definition = { ...readTerms(given, problems), code } as CouponDefinition
  const ofStores = readStores(given['stores'], problems)
  const record: CouponRecord = {
    definition,
    validFrom: readTime('valid_from', given['valid_from'], ofStores, problems),
    validTo: readTime('valid_to', given['valid_to'], ofStores, problems),
    stores: ofStores,
    usageLimit: readLimit('usage_limit', given['usage_limit'], problems),
    usageLimitPerCustomer: readLimit('usage_limit_per_customer', given['usage_limit_per_customer'], problems),
    disabledAt: null,
  }
  problems.push(...judgeWhole(record, problems))
  if (problems.length > 0) return { ok: false, code: 'bad_record', problems }
  return {
    ok: true,
    record,
    unknownFields: Object.keys(given).filter((field) => !couponFieldNames.includes(field)),
  }
}

/** What the fields that could be read say together. Terms are judged where all of them could be read. */
function judgeWhole(
  { definition, validFrom, validTo, stores: named }: CouponRecord,
  unread: readonly RecordProblem[],
): RecordProblem[] {
  const wrong = new Set(unread.map(({ field }) => field))
  const problems: RecordProblem[] = []
  if (![...fieldTypes.keys()].some((field) => wrong.has(field))) {
    const contradictions = contradictionsOf(definition)
    const isSound = contradictions.every(({ field }) => field === 'code')
    problems.push(...contradictions)
    if (isSound && grantsNothing(definition)) problems.push({ field: null, code: 'gives_nothing' })
    else if (isSound) problems.push(...listsWithoutEffect(definition))
  }
  if (validFrom !== null && validTo !== null && validTo <= validFrom)
    problems.push({ field: 'valid_to', code: 'bad_period' })
  if (namesAmount(definition) && named.length !== 1)
    problems.push({ field: 'stores', code: 'needs_one_store' })
  return problems.filter(({ field }) => field === null || !wrong.has(field))
}

/** Whether a definition contains an amount of money and so belongs to one currency. */
function namesAmount(definition: CouponDefinition): boolean {
  const values = definition as unknown as Readonly<Record<string, unknown>>
  return [...fieldTypes].some(([field, type]) => type === 'amount' && (values[field] ?? 0) !== 0)
}

/** Product lists that the coupon's kind does not read: their author expects them to restrict the coupon. */
function listsWithoutEffect(definition: CouponDefinition): RecordProblem[] {
  const read = parserOfGrant(definition)?.fields ?? {}
  return termFieldTypes
    .filter(([, type]) => type === 'ids' || type === 'texts')
    .filter(([field]) => !Object.hasOwn(read, field) && isFilled(definition[field] as readonly unknown[]))
    .map(([field]) => ({ field, code: 'without_effect' }))
}

/** The problems in words, for staff who maintain coupons. */
export const couponProblemMessages: Record<RecordProblem['code'], string> = {
  not_an_object: 'a coupon is a JSON object',
  without_effect: 'this kind of coupon does not look at this list and would hold for all goods',
  missing_code: 'a coupon needs a code',
  bad_code: `a code has 3 to ${longestCode} letters, digits and hyphens: carts take no other signs`,
  bad_type: 'not the sort of value this field takes',
  bad_percentage: 'percentages lie between 0 and 100',
  bad_amount: 'amounts are above 0 with at most two decimals',
  bad_quantity: 'quantities are whole numbers from 1, of a gift at most 100',
  more_than_one_kind: 'a coupon promises one kind of discount, this one several',
  matches_nothing: 'the groups it names are all excluded',
  gives_nothing: 'it promises no discount and no gift',
  bad_store: `stores are ${storeCodes.join(', ')}`,
  bad_time: 'times are ISO 8601, a day, or epoch milliseconds',
  bad_period: 'valid_to must come after valid_from',
  bad_limit: 'limits are whole numbers from 1',
  needs_one_store: 'an amount of money needs exactly one store, whose currency it is in',
}
