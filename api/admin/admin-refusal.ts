/** Refusals of the back office's API, and its error handler: every error is answered as `{code, …}`. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerFault } from '../errors.ts'
import type { AdminError } from '../../contract/admin/error.ts'

/** A refusal with its code. Throw it at the edge; use cases return refusals as values. */
export class AdminRefusal extends Error {
  override name = 'AdminRefusal'
  /** HTTP status. */
  readonly status: number
  readonly answer: AdminError
  constructor(status: number, code: string, data: Record<string, unknown> = {}) {
    super(code)
    this.status = status
    this.answer = { ...data, code }
  }
}

/** Fields of the forms of customers and orders that the contract names otherwise. */
const namesOfFields: Readonly<Record<string, string>> = { companyName: 'company', address: 'street' }

/** The refusal of such a form: what is wrong, by the names of the fields in the contract. */
export const invalidFields = (fields: object): AdminRefusal =>
  new AdminRefusal(422, 'invalid_fields', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, problem]) => [namesOfFields[name] ?? name, problem]),
    ),
  })

/** Throws the refusal of a use case as 409 with its code and data; 404 where the thing is unknown. */
export function requireOk<Answer extends { ok: boolean }>(
  answer: Answer,
): asserts answer is Extract<Answer, { ok: true }> {
  if (answer.ok) return
  const { ok: _ok, code, ...data } = answer as unknown as { ok: false; code: string }
  throw new AdminRefusal(code.startsWith('unknown_') ? 404 : 409, code, data)
}

/** No program can step up, as where an amount asks for it. */
const forAsker = (answer: AdminError, { apiKey }: Partial<Pick<FastifyRequest, 'apiKey'>>): AdminError =>
  apiKey != null && answer.code === 'step_up_required' ? { ...answer, code: 'not_for_api_keys' } : answer

/** Fastify's error handler of the back office; an outage is logged by `noteOutage`, not per request. */
export function createAdminErrorHandler(noteOutage: (error: unknown, route: string) => boolean) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof AdminRefusal) {
      const answer = forAsker(error.answer, request)
      request.log.info({ route: request.routeOptions.url, code: answer.code }, 'request refused')
      return reply.code(error.status).header('cache-control', 'no-store').send(answer)
    }
    return answerFault({ error, request, reply, noteOutage }, ({ code, fields }): AdminError => ({
      code,
      ...(fields && { fields }),
    }))
  }
}
