/**
 * The description of the shop's API (OpenAPI), and what it has in common with that of the back office
 * (`api/admin/admin-description.ts`): the schemas of the routes, with the files that they take and answer, and examples
 * of real calls (`server/api-descriptions.db.test.ts`).
 */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import shopExamples from './shop-api-examples.json' with { type: 'json' }

export type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>
type Given = Parameters<Transform>[0]
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

/** `METHOD /path/{parameter}` → the body of a request and of its answer. */
export type ApiExamples = Readonly<Record<string, { request?: unknown; response?: unknown }>>

const binary = z.string().meta({ format: 'binary' })

/** What a route answers that is no JSON, by the end of its address. */
const fileTypes: readonly (readonly [RegExp, string])[] = [
  [/\.csv$/, 'text/csv'],
  [/\.tsv$/, 'text/tab-separated-values'],
  [/\.xlsx$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\/(?:invoices\/:invoice|labels?)$/, 'application/pdf'],
  [/\/photos\/:photo$/, 'image/jpeg'],
  [/\/preview$/, 'text/html'],
]

/** Routes whose body is a file. */
const uploads =
  /\/(?:photos|deposit-proofs|contact-photos|(?:cost-)?imports(?:\/:store)?(?:\/(?:check|columns))?)$/

/** With the file that the route answers, where its answer has no schema. */
function withFile(schema: FastifySchema, url: string): FastifySchema {
  const answers = (schema.response ?? {}) as Readonly<Record<string, unknown>>
  const [, type] = fileTypes.find(([end]) => end.test(url)) ?? []
  if (type === undefined || '200' in answers) return schema
  const file = { description: 'The file', content: { [type]: { schema: binary } } }
  return { ...schema, response: { ...answers, 200: file } }
}

const takesFile = ({ schema, route, url }: Given): boolean =>
  route.method === 'POST' && schema?.body === undefined && uploads.test(url)

/** `post /admin/api/orders/{number}/notes` → `postOrdersByNumberNotes`: what generated clients call it. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/(?:admin\/)?api\//, '')
    .replaceAll('{', 'by-')
    .split(/[^a-zA-Z0-9]+/)
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

/** A route with what both descriptions say. `more`: of one of them. */
export function describeRoute(given: Given, more: object): ReturnType<Transform> {
  const { schema, url } = given
  const described = jsonSchemaTransform({ ...given, schema: withFile(schema ?? {}, url) })
  if (schema?.hide) return described
  const [section] = url.replace(/^\/(?:admin\/)?api\//, '').split(/[/.]/)
  return {
    url,
    schema: {
      ...described.schema,
      tags: [section!],
      ...(takesFile(given) && {
        consumes: ['application/octet-stream'],
        body: { type: 'string', format: 'binary' },
      }),
      ...more,
    },
  }
}

const describeShopRoute: Transform = (given) =>
  describeRoute(given, {
    // A guest may call the others, and some answer more to a customer.
    security: given.route.config?.session === undefined ? [{}, { session: [] }] : [{ session: [] }],
  })

interface Content {
  content?: Record<string, { example?: unknown }>
}
interface Operation {
  operationId?: string
  requestBody?: Content
  responses: Record<string, Content>
}

const jsonOf = (part: Content | undefined) => part?.content?.['application/json']

/** Adds the examples in place. Throws where one is of no operation. */
function addExamples(paths: Record<string, Record<string, Operation>>, examples: ApiExamples): void {
  for (const [name, { request, response }] of Object.entries(examples)) {
    const [method = '', path = ''] = name.split(' ')
    const { requestBody, responses = {} } = paths[path]?.[method.toLowerCase()] ?? {}
    const [, done] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
    const [taken, answered] = [jsonOf(requestBody), jsonOf(done)]
    if ((request !== undefined && !taken) || (response !== undefined && !answered))
      throw new Error(`the example of ${name} is of no operation`)
    if (request !== undefined) taken!.example = request
    if (response !== undefined) answered!.example = response
  }
}

/** Names the operations and adds the examples, once all routes are described. */
export const complete =
  (examples: ApiExamples): TransformObject =>
  (given) => {
    const description = jsonSchemaTransformObject(given)
    const paths = description.paths as unknown as Record<string, Record<string, Operation>>
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations))
        operations[method] = { operationId: operationIdOf(method, path), ...operation }
    addExamples(paths, examples)
    return description
  }

/** Of the shop. */
export const shopApiDescription: FastifyDynamicSwaggerOptions = {
  openapi: {
    info: {
      title: 'Anode',
      version: '1',
      description: 'The shop’s API. Every call carries locale and sid.',
    },
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `access_token` that a login answers (`POST /api/auth/login`).',
        },
      },
    },
  },
  transform: describeShopRoute,
  transformObject: complete(shopExamples),
}
