/** Every route of an application with what it declares, as it is registered: a new route is attacked by existing. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { z } from 'zod'

/** A schema of JSON Schema, as far as mutations read it. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  minItems?: number
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
}

export interface AttackedRoute {
  method: string
  /** With its parameters: `/api/orders/:id`. */
  url: string
  config: FastifyContextConfig
  /** Null: the route declares none. */
  body: JsonSchema | null
  query: JsonSchema | null
}

/** The methods that a route may be registered for, and that are tried on each address. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Builds an application and returns it with its routes; HEAD and the answers for unknown addresses are left out. */
export async function withAttackedRoutes(
  build: () => Promise<FastifyInstance>,
): Promise<{ app: FastifyInstance; routes: AttackedRoute[] }> {
  const routes: AttackedRoute[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config, schema }) => {
      if (url.includes('*') || url.startsWith('/metrics')) return
      for (const each of [method].flat())
        if (each !== 'HEAD')
          routes.push({
            method: each,
            url,
            config: config ?? {},
            body: jsonSchemaOf(schema?.body),
            query: jsonSchemaOf(schema?.querystring),
          })
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await build()
  unsubscribe('fastify.initialization', watch)
  await app.ready()
  return { app, routes }
}

function jsonSchemaOf(schema: unknown): JsonSchema | null {
  if (!(schema instanceof z.ZodType)) return null
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema
}
