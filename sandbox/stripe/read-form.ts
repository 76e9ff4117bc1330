/**
 * Stripe's parameters: `application/x-www-form-urlencoded` with brackets for nesting (`metadata[order]=1`,
 * `expand[0]=latest_charge`), read strictly: an unknown parameter is an error.
 */
import { z } from 'zod'
import { refusal, type Answer } from './stripe-answer.ts'

interface Form {
  [name: string]: string | Form
}

/** The nested parameters of a body or a query string. An array has its indexes as names. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null) as Form
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.replaceAll(']', '').split('[')
    let node = form
    let name = first
    for (const part of rest) {
      const next = node[name]
      const inner: Form = typeof next === 'object' ? next : (Object.create(null) as Form)
      node[name] = inner
      node = inner
      name = part === '' ? String(Object.keys(inner).length) : part
    }
    node[name] = value
  }
  return form
}

/** Parameters by a schema, or the refusal with Stripe's code for the first problem. */
export function readParameters<T extends z.ZodType>(
  schema: T,
  text: string | undefined,
): { ok: true; values: z.output<T> } | { ok: false; answer: Answer } {
  const read = schema.safeParse(parseForm(text ?? ''), { reportInput: true })
  return read.success
    ? { ok: true, values: read.data }
    : { ok: false, answer: { ...explain(read.error.issues[0]!), isInvalid: true } }
}

function explain(issue: z.core.$ZodIssue): Answer {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...path, issue.keys[0] ?? ''])
    return refusal({ code: 'parameter_unknown', message: `Received unknown parameter: ${param}`, param })
  }
  const param = bracketed(path)
  if (issue.input === undefined)
    return refusal({ code: 'parameter_missing', message: `Missing required param: ${param}.`, param })
  if (issue.code === 'custom' && typeof issue.params?.['stripeCode'] === 'string')
    return refusal({ code: issue.params['stripeCode'], message: issue.message, param })
  return refusal({ message: `Invalid ${param}: ${issue.message}`, param })
}

function bracketed([first = '', ...rest]: string[]): string {
  return first + rest.map((name) => `[${name}]`).join('')
}

/** A refusal with a code of its own. */
function invalid(stripeCode: string, message: string) {
  return { message, params: { stripeCode } }
}

export const integer = z
  .string()
  .refine((text) => /^-?\d{1,15}$/.test(text), invalid('parameter_invalid_integer', 'Invalid integer'))
  .transform(Number)

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Array parameters arrive with their indexes as names. */
export function list<T extends z.ZodType>(item: T) {
  return z.record(z.string().regex(/^\d+$/), item).transform((items) => Object.values(items) as z.output<T>[])
}

/** At most 50 keys of 40 characters with values of 500; an empty value removes a key. */
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((values) => Object.keys(values).length <= 50, 'too many keys')
