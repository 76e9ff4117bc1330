/**
 * The interfaces that payment providers publish (SHARED_DATA/provider-apis, OpenAPI 3.0), as validators of
 * requests and answers. Stricter than the files: a field that an object does not list is an error, because a
 * misspelt optional field would otherwise pass, and a request of the shop must not contain what is read-only.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'

const folder = join(
  process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../shared/data'),
  'provider-apis',
)

/** Tests that need the published files are skipped by name where they are absent. */
export const hasPublishedApis = existsSync(folder)

type Json = { [name: string]: unknown }

interface Operation {
  requestBody?: Json
  responses: Record<string, Json>
}

export interface PublishedApi {
  /** Problems of a request; empty where it is as published. `url`: path with or without a query. */
  checkRequest(method: string, url: string, body: unknown): string[]
  /** Problems of an answer with this status. `body`: null where it is empty. */
  checkResponse(method: string, url: string, status: number, body: unknown): string[]
}

/**
 * Reads one of the published files. Throws where it is absent. `isCallback`: the provider sends the requests.
 */
export function readPublishedApi(file: string, { isCallback = false } = {}): PublishedApi {
  const document = parse(readFileSync(join(folder, file), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
    components: Json
  }
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
  formats.default(ajv)
  for (const name of ['int32', 'int64']) ajv.addFormat(name, true)
  const direction = { request: closed(document, !isCallback), response: closed(document, false) }
  ajv.addSchema(direction.request, 'request')
  ajv.addSchema(direction.response, 'response')
  const compiled = new Map<string, ValidateFunction>()

  const check = (way: 'request' | 'response', pointer: string, body: unknown): string[] => {
    const reference = `${way}#${pointer}`
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference })
    compiled.set(reference, validate)
    return validate(body) ? [] : (validate.errors ?? []).map(describe)
  }

  const find = (method: string, url: string) => {
    const path = url.replace(/\?.*$/, '')
    const template = Object.keys(document.paths).find((each) =>
      new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
    return operation && template !== undefined ? { operation, template } : null
  }

  return {
    checkRequest(method, url, body) {
      const found = find(method, url)
      if (!found) return [`${method} ${url} is not published`]
      const { operation, template } = found
      const content = contentOf(document, operation.requestBody)
      if (!content) return body === null ? [] : ['a body where none is published']
      if (body === null) return ['no body']
      const at = operation.requestBody?.['$ref']
      const base =
        typeof at === 'string'
          ? at.slice(1)
          : `/paths/${escapePointer(template)}/${method.toLowerCase()}/requestBody`
      return check('request', `${base}/content/${escapePointer(content)}/schema`, body)
    },
    checkResponse(method, url, status, body) {
      const found = find(method, url)
      if (!found) return [`${method} ${url} is not published`]
      const { operation, template } = found
      const response = operation.responses[String(status)]
      if (!response) return [`status ${status} is not published`]
      const content = contentOf(document, response)
      if (!content || status === 204 || body === null) return []
      const base = `/paths/${escapePointer(template)}/${method.toLowerCase()}/responses/${status}`
      return check('response', `${base}/content/${escapePointer(content)}/schema`, body)
    },
  }
}

/** The media type of a request body or a response; undefined where it has none. */
function contentOf(document: { components: Json }, part: Json | undefined): string | undefined {
  if (!part) return undefined
  const reference = part['$ref']
  const resolved =
    typeof reference === 'string'
      ? (reference
          .split('/')
          .slice(1)
          .reduce<unknown>((node, name) => (node as Json)[name], document) as Json)
      : part
  return Object.keys((resolved['content'] as Json | undefined) ?? {})[0]
}

/** The document with objects that allow only the fields they list; in what a client writes none that is read-only. */
function closed<T>(node: T, isWriting: boolean): T {
  if (Array.isArray(node)) return node.map((each) => closed(each, isWriting) as unknown) as T
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value as unknown, isWriting)])
  const copy = Object.fromEntries(entries) as Json
  if (isSchemaWithProperties(copy)) {
    copy['additionalProperties'] ??= false
    if (isWriting)
      for (const [name, property] of Object.entries(copy['properties'] as Json))
        if ((property as Json)['readOnly'] === true) (copy['properties'] as Json)[name] = false
  }
  return copy as T
}

function isSchemaWithProperties(node: Json): boolean {
  return node['type'] === 'object' && typeof node['properties'] === 'object'
}

function escapePointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function describe({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`
}
