import { describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const fault = (properties: object, message = 'x') => Object.assign(new Error(message), properties)

describe('an unavailable database', () => {
  it.each([
    ['refused connection', fault({ code: 'ECONNREFUSED' })],
    ['refused on both address families', new AggregateError([fault({ code: 'ECONNREFUSED' })])],
    ['missing socket', fault({ code: 'ENOENT', syscall: 'connect' })],
    ['shutdown', fault({ code: '57P01' })],
    ['still starting', fault({ code: '57P03' })],
    ['too many connections', fault({ code: '53300' })],
    ['read-only after failover', fault({ code: '25006' })],
    ['statement timeout', fault({ code: '57014' })],
    ['full pool', fault({}, 'timeout exceeded when trying to connect')],
    ['a connection that is never accepted', fault({}, 'timeout expired')],
    ['lost connection', fault({}, 'Connection terminated unexpectedly')],
    ['reported by pg-boss as a plain copy', { code: '57P03', message: 'the database system is starting up' }],
    ['wrapped', new Error('loading the cart failed', { cause: fault({ code: '57P01' }) })],
  ])('is recognised: %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it.each([
    ['wrong statement', fault({ code: '42601' })],
    ['duplicate key', fault({ code: '23505' })],
    ['missing file', fault({ code: 'ENOENT', syscall: 'open' })],
    ['something thrown that is no error', 'ECONNREFUSED'],
  ])('is not confused with: %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})
