import { expect, it } from 'vitest'
import { baseUrl } from '../base-url.ts'
import { ask } from './shop-client.ts'

interface Description {
  paths: Record<string, Record<string, { summary?: string; responses: Record<string, unknown> }>>
}

/**
 * Calls beyond the catalogue and the cart (the existing ones of API-29), and the response to a guest who
 * sends nothing.
 */
const calls = [
  ['post', 'newsletter', 422],
  ['post', 'unsubscribe', 422],
  ['post', 'stock-notifications', 422],
  ['post', 'confirmations', 422],
  ['get', 'auth/profile', 401],
  ['put', 'auth/profile', 401],
  ['get', 'orders', 401],
  ['get', 'returns', 401],
  ['post', 'checkout', 422],
] as const

it.each(calls)('%s %s is described, and rejects as described', async (method, path, status) => {
  const description = JSON.parse((await ask(baseUrl(), '/api/openapi.json')).text) as Description
  const call = description.paths[`/api/${path}`]?.[method]
  expect(call?.summary).toBeTruthy()
  expect(Object.keys(call!.responses)).toContain(String(status))
  const answer = await ask(baseUrl(), `/api/${path}?locale=sv&sid=7`, {
    method: method.toUpperCase() as 'GET' | 'POST' | 'PUT',
    ...(method !== 'get' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  })
  expect(answer.status).toBe(status)
  const { message, errors = {}, ...more } = JSON.parse(answer.text) as Record<string, unknown>
  expect(message).toEqual(expect.any(String))
  expect(Object.values(errors as object).every((text) => typeof text === 'string')).toBe(true)
  expect(more).toEqual({})
})
