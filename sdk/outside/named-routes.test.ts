import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createErrorHandler } from '../../api/errors.ts'
import { defineModule } from './module.ts'

it('what fails in the routes of a module is logged with its name, and what fails elsewhere without', async () => {
  const faults: string[] = []
  const loggerInstance: FastifyBaseLogger = pino(
    { level: 'error' },
    { write: (line) => void faults.push(line) },
  )
  const app: FastifyInstance = Fastify({ loggerInstance })
  app.setErrorHandler(createErrorHandler(() => false))
  const fail = async () => {
    throw new Error('out of stamps')
  }
  const module = defineModule(
    { name: 'acme-stamps' },
    { routes: async (routes) => void routes.get('/stamps', fail) },
  )
  await app.register(module['routes'] as FastifyPluginAsync, {})
  app.get('/api/other', fail)
  for (const url of ['/api/modules/acme-stamps/stamps', '/api/other'])
    expect((await app.inject({ url })).statusCode).toBe(500)
  expect(faults.map((line) => JSON.parse(line).module)).toEqual(['acme-stamps', undefined])
  await app.close()
})
