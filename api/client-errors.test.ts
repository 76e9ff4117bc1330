import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import { clientErrorRoutes } from './client-errors.ts'

it('[API-28] a report is logged without anything that opens an order or an account', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(clientErrorRoutes)
  const receipt = `https://shop.example/sv/checkout/confirmation/${'0123456789abcdef'.repeat(2)}`
  const payload = {
    error: 'x is undefined',
    level: 'error',
    stack: `at f (${receipt}?token=secret:12:3)\nat g (https://shop.example/assets/a.js:1:2)`,
    url: `${receipt}?token=secret#top`,
  }
  expect((await app.inject({ method: 'POST', url: '/captuerr', payload })).statusCode).toBe(204)
  const { clientError } = lines.map((line) => JSON.parse(line)).find((line) => line.clientError)
  const shown = 'https://shop.example/sv/checkout/confirmation/:id'
  expect(clientError).toMatchObject({ error: 'x is undefined', path: shown })
  expect(clientError.stack).toBe(`at f (${shown}:12:3)\nat g (https://shop.example/assets/a.js:1:2)`)
  await app.close()
})
