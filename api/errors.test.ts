import { textsOf } from '../locales/texts.server.ts'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { WorkerFailure } from '../domain/workers/worker-job.ts'
import { createErrorHandler, Fault, faultStatuses, fieldName, type FaultCode } from './errors.ts'

/** The response to an error thrown by a route. */
async function answerTo(error: Error, query = '') {
  const app = Fastify()
  app.setErrorHandler(createErrorHandler(() => false))
  app.get('/x', () => {
    throw error
  })
  const answer = await app.inject(`/x${query}`)
  await app.close()
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() }
}

describe('an error of the API', () => {
  it('[API-03] is {message, errors?} with the status of its kind', async () => {
    for (const [code, status] of Object.entries(faultStatuses)) {
      const { body, status: answered } = await answerTo(new Fault(code as FaultCode))
      expect(answered).toBe(status)
      expect(Object.keys(body)).toEqual(['message'])
    }
    const refused = await answerTo(new Fault('invalid_fields', { fields: { email: 'no' } }))
    expect(refused.body['errors']).toEqual({ email: 'no' })
  })

  it('[API-03] is in the language of the store that was named', async () => {
    for (const code of storeCodes) {
      const { body } = await answerTo(new Fault('not_found'), `?locale=${code}`)
      expect(body['message']).toBe(textsOf(code).answers.fault.not_found)
    }
  })

  it('[ERROR-10] hides internal details', async () => {
    const { status, body } = await answerTo(new Error('connect to 10.0.0.3:5432 as anode failed'))
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toMatch(/10\.0\.0|anode| at /)
    expect(body['message']).toBe(textsOf('sv').answers.fault.internal)
  })

  it('says in words that a document takes too much to make, without its reason', async () => {
    const failure = new WorkerFailure('took_too_long', 'providers/invoice/invoice-pdf-job.ts')
    const { status, headers, body } = await answerTo(failure, '?locale=de')
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toEqual({ message: textsOf('de').answers.fault.file_not_made })
  })

  it('[ERROR-06] keeps the status a check threw, and is 500 without one', async () => {
    for (const statusCode of [400, 401, 403, 404, 409, 413, 415, 418, 422, 429, 503])
      expect((await answerTo(Object.assign(new Error('x'), { statusCode }))).status).toBe(statusCode)
    expect((await answerTo(new Error('x'))).status).toBe(500)
    expect((await answerTo(Object.assign(new Error('x'), { statusCode: 200 }))).status).toBe(500)
  })

  it('has Retry-After when the database is unavailable', async () => {
    const { status, headers } = await answerTo(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('names fields the way forms do', () => {
    expect(fieldName('/items/0/quantity')).toBe('items[0].quantity')
    expect(fieldName('')).toBe('body')
  })

  it('has a message for every kind in every language', () => {
    for (const code of storeCodes) {
      for (const text of Object.values(textsOf(code).answers.fault)) expect(text.trim()).not.toBe('')
    }
  })
})
