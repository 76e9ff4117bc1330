/** Answers of the simulated Kustom, with its error bodies. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '../simulator/answer.ts'

export const noContent: Answer = { status: 204 }

/** `messages`: e.g. `Bad value: order_tax_amount`. */
export function refusal(status: number, code: string, messages: string[]): Answer {
  return {
    status,
    body: { error_code: code, error_messages: messages, correlation_id: randomUUID() },
  }
}

/** `BAD_VALUE` names the field; arithmetic errors have their own wording. */
export function badValue(...messages: string[]): Answer {
  return refusal(400, 'BAD_VALUE', messages)
}

/** `2026-11-22T12:00:00Z`: the provider's times have no fraction. */
export function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z')
}
