/** Answers of simulated providers, and what all of their JSON interfaces have in common. */
import type { FastifyReply } from 'fastify'
import { parseJson } from '../../providers/parse-json.ts'

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: object
}

export function send(reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

/** The value of a JSON body; undefined where it is none. */
export function readJson(body: unknown): unknown {
  return typeof body === 'string' ? parseJson(body) : undefined
}

/**
 * Carries out a request once for each idempotency key: a repetition gets the first answer, whatever it sends. A request
 * that was refused may be repeated. `slot`: the key with what it belongs to; null: the request has none.
 */
export function answerOnce(answered: Map<string, Answer>, slot: string | null, run: () => Answer): Answer {
  const first = slot === null ? undefined : answered.get(slot)
  if (first) return first
  const answer = run()
  if (slot !== null && answer.status < 300) answered.set(slot, answer)
  return answer
}

/** `order_lines[2].name`, as error messages name a field. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`,
    '',
  )
}
