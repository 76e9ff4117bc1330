/** Answers of the simulated Walley: every body is an envelope with an id, and either data or an error. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '../simulator/answer.ts'

export function answered(data: object | null, status = 200): Answer {
  return { status, body: { id: randomUUID(), data, error: null } }
}

/** Carried out in the background; the order shows it seconds later. */
export function accepted(location: string): Answer {
  return { status: 202, headers: { location } }
}

interface Problem {
  reason: string
  message: string
}

/** `code`: differs from the status only for business errors (900), which are answered with 400. */
export function refusal(status: number, message: string, errors: Problem[], code = status): Answer {
  return { status, body: { id: randomUUID(), data: null, error: { code, message, errors } } }
}

/** `problems`: what is wrong, each with the field's name. */
export function validationError(problems: string[]): Answer {
  const errors = problems.map((message) => ({ reason: 'Validation_Error', message }))
  return refusal(400, 'Bad Request', errors)
}

/** The request is valid and not allowed in the present state. */
export function businessError(reason: string, message: string): Answer {
  return refusal(400, message, [{ reason, message }], 900)
}

export const unauthorized = (): Answer =>
  refusal(401, 'Unauthorized', [{ reason: 'Unauthorized', message: 'The access token is not valid' }])

export const forbidden = (): Answer =>
  refusal(403, 'Forbidden', [
    { reason: 'Forbidden', message: 'The store does not belong to these credentials' },
  ])

export const notFound = (): Answer =>
  refusal(404, 'Not Found', [{ reason: 'Not_Found', message: 'The resource was not found' }])

export const locked = (): Answer =>
  refusal(423, 'Locked', [
    { reason: 'Resource_Locked', message: 'The resource is currently locked, try again' },
  ])
