/** Why an order was not placed, as the page shows it. */
import type { ApiAnswer } from '../../state/api-client.ts'
import type { FieldErrors } from './checkout-types.ts'

export type PlaceRefusal =
  | { code: 'invalid_fields'; errors: FieldErrors }
  | {
      code:
        | 'total_changed'
        | 'lines_changed'
        | 'below_minimum'
        | 'gift_card_changed'
        | 'above_limit'
        | 'credit_refused'
        | 'approval_required'
        | 'company_unverified'
        | 'company_limit'
        | 'payment_declined'
        /** The fields of the payment lack something. */
        | 'payment_incomplete'
        | 'reopened'
        | 'no_answer'
        | 'refused'
      /** The server's message, or the payment provider's. */
      message: string | null
    }

const known = [
  'total_changed',
  'lines_changed',
  'below_minimum',
  'gift_card_changed',
  'above_limit',
  'credit_refused',
  'approval_required',
  'company_unverified',
  'company_limit',
] as const

export function refusalOf(answer: Extract<ApiAnswer<unknown>, { ok: false }>): PlaceRefusal {
  const { status, errors, message } = answer
  if (status === 0) return { code: 'no_answer', message: null }
  if (status === 404) return { code: 'reopened', message: null }
  if (status === 422 && Object.keys(errors).length > 0) return { code: 'invalid_fields', errors }
  const received = (answer.data as { code?: string } | null)?.code
  return { code: known.find((code) => code === received) ?? 'refused', message }
}
