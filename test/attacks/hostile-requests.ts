/**
 * Requests made from a route's schema: a valid one, and mutations of it that each do one thing wrong. The same seed
 * makes the same requests.
 */
import type { SeededRandom } from '../seeded-random.ts'
import type { JsonSchema } from './attacked-routes.ts'

/** Field name → a value that exists in the attacked shop. */
export type KnownValues = Readonly<Record<string, unknown>>

/** Numbers that JSON.stringify cannot write; `toJson` writes them as the text behind the mark. */
const raw = (text: string) => `\u{e000}${text}\u{e000}`

/** A body as JSON; 1e999 is read as Infinity. */
export function toJson(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"\u{e000}([^"]*)\u{e000}"/gu, '$1')
}

const candidates = [
  'anna@example.se',
  '00000000-0000-4000-8000-000000000001',
  'sv',
  'SEK',
  'S1',
  'S1-R1',
  '2026-11-20',
  'abc',
  'AAAA',
  '12:00',
  '1',
]

/**
 * A value that the schema accepts, as far as the schema says, with all fields of objects or only those they need;
 * `name`: of the field, for a value that exists.
 */
export function validValue(
  schema: JsonSchema,
  known: KnownValues,
  { name = '', fields = 'all' }: { name?: string; fields?: 'all' | 'required' } = {},
): unknown {
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (variant !== undefined) return validValue(variant, known, { name, fields })
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum.includes(known[name]) ? known[name] : schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => fields === 'all' || schema.required?.includes(key))
          .map(([key, each]) => [key, validValue(each, known, { name: key, fields })]),
      )
    case 'array':
      return [validValue(schema.items ?? {}, known, { name, fields })]
    case 'string':
      return validText(schema, known[name])
    case 'integer':
    case 'number':
      return typeof known[name] === 'number' ? known[name] : Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return known[name] ?? 'abc'
  }
}

function validText({ format, pattern, minLength = 0 }: JsonSchema, known: unknown): string {
  if (format === 'date-time') return '2026-11-20T09:00:00Z'
  if (format === 'date') return '2026-11-20'
  if (format === 'email') return 'anna@example.se'
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001'
  const given = typeof known === 'string' ? [known] : []
  const fitting = (text: string) =>
    text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  return [...given, 'abc', ...candidates].find(fitting) ?? 'a'.repeat(minLength)
}

const texts = [
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  'a\u202eb\u200b',
  'x'.repeat(40_000),
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%E0%A4',
  '${7*7}',
  '=cmd|x!A1',
  '9999999999999999999999',
  '-1',
  'NaN',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '👩‍👩‍👧‍👦'.repeat(50),
  'a@b@c',
  '\u{1d11e}',
]
const numbers = [
  0,
  -1,
  1.5,
  12.345,
  0.1 + 0.2,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  1e15,
  1e308,
  -1e308,
  5e-324,
  raw('1e999'),
  raw('-1e999'),
  raw('-0'),
]
const wrongTypes = [null, 'x', 7, true, [], {}, [[]], { constructor: { prototype: 1 } }]
const prototypeKeys = ['constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'length', '']

/** A mutation of a request's body or query: what it does, and the whole with it. */
export interface Mutation {
  what: string
  value: unknown
}

type Put = (value: unknown) => unknown

/** Every mutation of `base`, a value of the schema; `put` places a changed part into the whole. */
export function mutations(schema: JsonSchema, base: unknown, known: KnownValues): Mutation[] {
  const found: Mutation[] = []
  const add = (what: string, value: unknown) => found.push({ what, value })
  const visit = (node: JsonSchema, value: unknown, path: string, put: Put): void => {
    for (const wrong of wrongTypes) add(`${path} = ${JSON.stringify(wrong)}`, put(wrong))
    const variants = node.anyOf ?? node.oneOf
    if (variants !== undefined) {
      for (const [at, variant] of variants.entries()) {
        const inVariant = validValue(variant, known, { name: path.replace(/^.*[.]/, '') })
        add(`${path}, form ${at}`, put(inVariant))
        visit(variant, inVariant, path, put)
      }
      return
    }
    for (const each of node.enum ?? []) add(`${path} = ${String(each)}`, put(each))
    if (typeof value === 'string')
      for (const text of texts) add(`${path} = ${JSON.stringify(text).slice(0, 40)}`, put(text))
    else if (typeof value === 'number') {
      for (const number of numbers) add(`${path} = ${number}`, put(number))
      if (node.maximum !== undefined) add(`${path} = its maximum`, put(node.maximum))
    } else if (Array.isArray(value)) visitList(node, value, path, put)
    else if (typeof value === 'object' && value !== null)
      visitObject(node, value as Record<string, unknown>, path, put)
  }
  const visitList = (node: JsonSchema, value: unknown[], path: string, put: Put): void => {
    const [first] = value
    add(`${path} twice the same`, put([first, first]))
    add(`${path} 2000 times`, put(Array.from({ length: 2000 }, () => first)))
    add(`${path} with holes`, put([null, first]))
    visit(node.items ?? {}, first, `${path}[0]`, (changed) => put([changed]))
  }
  const visitObject = (node: JsonSchema, value: Record<string, unknown>, path: string, put: Put): void => {
    for (const key of prototypeKeys) add(`${path}.${key} added`, put({ ...value, [key]: 'x' }))
    for (const [key, each] of Object.entries(node.properties ?? {})) {
      const { [key]: own, ...others } = value
      if (key in value) add(`${path}.${key} missing`, put(others))
      const inside = key in value ? own : validValue(each, known, { name: key })
      visit(each, inside, `${path}.${key}`, (changed) => put({ ...value, [key]: changed }))
    }
    if (typeof node.additionalProperties === 'object') {
      const inside = validValue(node.additionalProperties, known)
      for (const key of [...prototypeKeys, 'SEK', 'sv'])
        visit(node.additionalProperties, inside, `${path}.${key}`, (changed) =>
          put({ ...value, [key]: changed }),
        )
    }
  }
  visit(schema, base, '', (value) => value)
  return found
}

/** Some of the mutations, in an order of their own. */
export function someOf<T>(items: readonly T[], count: number, random: SeededRandom): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const at = random.int(0, left.length - 1)
    const chosen = left[at]!
    left[at] = left.at(-1)!
    left.pop()
    return chosen
  })
}

/** Values in place of a parameter of the path. */
export const hostileParameters = [
  '0',
  '-1',
  '1.5',
  '1e21',
  '2147483648',
  '9007199254740993',
  "1'",
  '%00',
  '%ED%A0%80',
  '%E2%80%AE',
  '__proto__',
  'constructor',
  '..%2f..%2f',
  'x'.repeat(490),
]
