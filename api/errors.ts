/**
 * The only place where an error becomes a response `{message, errors?}` (API-03): named faults with their
 * status and message. Details that a shopper must not see (500 and above) are logged and hidden.
 */
import type { ErrorAnswer } from '../contract/error.ts'
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { defaultStoreCode, isStoreCode, type StoreCode } from '../domain/stores/stores.ts'
import { WorkerFailure } from '../domain/workers/worker-job.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { isUnstorableText } from './unstorable-text.ts'

/** Fault name → HTTP status. */
export const faultStatuses = {
  bad_store_query: 400,
  malformed_request: 400,
  unauthorized: 401,
  forbidden: 403,
  /** Shoppers can buy nothing in the store. */
  store_closed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_fields: 422,
  too_many_requests: 429,
  internal: 500,
  database_unavailable: 503,
  overloaded: 503,
  /** A document or a picture takes too much to make. */
  file_not_made: 503,
} as const
export type FaultCode = keyof typeof faultStatuses

/** Field name (`items[0].quantity`) → error. */
export type FieldErrors = Record<string, string>

/** A fault with a known response. Throw it at the edge; the domain returns refusals instead. */
export class Fault extends Error {
  override name = 'Fault'
  readonly code: FaultCode
  /** HTTP status of the response. */
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly detail: string | undefined
  /**
   * `detail` replaces the fault's general message and is shown to the caller; `status` replaces the usual
   * one.
   */
  constructor(
    code: FaultCode,
    options: { detail?: string; fields?: FieldErrors; status?: number; cause?: unknown } = {},
  ) {
    super(options.detail ?? code, { cause: options.cause })
    this.code = code
    this.status = options.status ?? faultStatuses[code]
    this.detail = options.detail
    this.fields = options.fields
  }
}

/** `Retry-After` in seconds, when the node is overloaded or the database is unavailable. */
export const retryAfterSeconds = 5

type ErrorHandler = (
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply

/** Records a database outage at a route; true: the caller logs nothing more about it. */
type NoteOutage = (error: unknown, route: string) => boolean

/** Fastify's error handler of the shop; an outage is logged by `noteOutage`, not per request. */
export function createErrorHandler(noteOutage: NoteOutage): ErrorHandler {
  return (error, request, reply) =>
    answerFault({ error, request, reply, noteOutage }, (fault): ErrorAnswer => ({
      message: fault.detail ?? textsOf(languageOf(request)).answers.fault[fault.code],
      ...(fault.fields && { errors: fault.fields }),
    }))
}

/** Answers with the fault behind an error, in the form that `bodyOf` gives it, and logs it. */
export function answerFault(
  failed: {
    error: FastifyError | Error
    request: FastifyRequest
    reply: FastifyReply
    noteOutage: NoteOutage
  },
  bodyOf: (fault: Fault) => object,
): FastifyReply {
  const { error, request, reply, noteOutage } = failed
  const fault = toFault(error)
  const route = routeOf(request)
  if (fault.status === 503) reply.header('retry-after', String(retryAfterSeconds))
  if (!noteOutage(error, route)) logFault(request, fault, error, route)
  return reply.code(fault.status).header('cache-control', 'no-store').send(bodyOf(fault))
}

/** The route pattern of the request (`/api/orders/:id`), never its parameters. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}

function logFault(request: FastifyRequest, fault: Fault, error: Error, route: string): void {
  const { code, status } = fault
  if (status === 503)
    request.log.warn({ route, code, reason: error.message }, 'request refused: temporarily unavailable')
  else if (status >= 500) request.log.error({ route, err: error }, 'request failed')
  else request.log.info({ route, code, fields: fault.fields && Object.keys(fault.fields) }, 'request refused')
}
/** The named fault behind an error. */
function toFault(error: FastifyError | Error): Fault {
  if (error instanceof Fault) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationFault(error)
  if (isDatabaseUnavailable(error)) return new Fault('database_unavailable', { cause: error })
  if (error instanceof WorkerFailure) return new Fault('file_not_made', { cause: error })
  if (isUnstorableText(error)) return new Fault('malformed_request', { cause: error })
  const status = 'statusCode' in error ? error.statusCode : undefined
  const code = status === undefined ? undefined : codeByStatus[status]
  if (code !== undefined) return new Fault(code, { cause: error })
  if (status !== undefined && status >= 400 && status < 500)
    return new Fault('malformed_request', { status, cause: error })
  return new Fault('internal', { cause: error })
}

/** The fault for a status that a library or a check threw (ERROR-06); 503 comes from the overload guard. */
const codeByStatus: Partial<Record<number, FaultCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid_fields',
  429: 'too_many_requests',
  503: 'overloaded',
}

interface SchemaIssue {
  instancePath: string
  message?: string
  params?: Record<string, unknown>
}

function validationFault(error: {
  validation: SchemaIssue[]
  validationContext?: string | undefined
}): Fault {
  const fields: FieldErrors = {}
  for (const { instancePath, message, params } of error.validation) {
    const ways = params?.['errors'] as IssueInside[][] | undefined
    for (const inside of issuesInside({ path: [], message, errors: ways })) {
      const path = [instancePath, ...inside.path.map(String)].join('/')
      fields[fieldName(path)] ??= inside.message ?? 'Invalid value'
    }
  }
  const body = error.validationContext === undefined || error.validationContext === 'body'
  return new Fault(body ? 'invalid_fields' : 'malformed_request', { fields })
}

interface IssueInside {
  code?: string
  path: readonly PropertyKey[]
  message?: string | undefined
  /** The issues of each form of a union value. */
  errors?: IssueInside[][] | undefined
}

/**
 * The issues of a union value, taken from the form that was most likely meant; otherwise one issue for the
 * value itself.
 */
function issuesInside(issue: IssueInside): IssueInside[] {
  const meant = (issue.errors ?? []).filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code !== 'invalid_type'),
  )
  if (meant.length !== 1) return [issue]
  return meant[0]!.flatMap((inner) => issuesInside({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** `/items/0/quantity` → `items[0].quantity`; the whole body → `body`. */
export function fieldName(pointer: string): string {
  const parts = pointer.split('/').filter((part) => part !== '')
  return parts.length === 0 ? 'body' : pathName(parts)
}

/** `['items', 0, 'quantity']` → `items[0].quantity`. */
function pathName(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) =>
      /^\d+$/.test(String(part)) ? `[${String(part)}]` : `${at === 0 ? '' : '.'}${String(part)}`,
    )
    .join('')
}

/**
 * The language of the response: that of the store the request names, otherwise Swedish (the default store's).
 */
function languageOf(request: FastifyRequest): StoreCode {
  const locale = (request.query as { locale?: unknown } | undefined)?.locale
  return isStoreCode(locale) ? locale : defaultStoreCode
}
