/** Answers of the simulated Stripe, with its error bodies. */
import { randomBytes } from 'node:crypto'

export interface Answer {
  status: number
  body: object
  /** The parameters were refused: a repetition with the same idempotency key is carried out anew. */
  isInvalid?: true
}

export interface ErrorDetails {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  /** Objects that the error is about. */
  charge?: string
  payment_intent?: object
  payment_method?: object
}

export function ok(body: object): Answer {
  return { status: 200, body }
}

/** Most refusals are `invalid_request_error` with 400. */
export function refusal(details: ErrorDetails, status = 400): Answer {
  const { type = 'invalid_request_error', ...rest } = details
  return { status, body: { error: { type, ...rest } } }
}

export function missing(object: string, id: string, param = 'intent'): Answer {
  return refusal({ code: 'resource_missing', message: `No such ${object}: '${id}'`, param }, 404)
}

/** An id as Stripe makes them: a prefix and 24 letters and digits. */
export function makeId(prefix: string): string {
  return `${prefix}_${letters(24)}`
}

export function letters(count: number): string {
  return randomBytes(count * 2)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, count)
    .padEnd(count, '0')
}

/** Stripe's times are seconds. */
export function seconds(epochMs: number): number {
  return Math.floor(epochMs / 1000)
}

export function listOf(url: string, data: object[], hasMore = false): object {
  return { object: 'list', data, has_more: hasMore, url }
}
