import { expect, it } from 'vitest'
import { forwardedWarning } from './forwarded-warning.ts'

function warnings(trustedProxies: number, requests: Record<string, string>[]) {
  const said: string[] = []
  const look = forwardedWarning(trustedProxies, { warn: (message) => said.push(message) })
  for (const headers of requests) look(headers)
  return said
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

it('warns once about forwarded requests while no proxy is trusted', () => {
  expect(warnings(0, [{}, forwarded, forwarded])).toEqual([expect.stringContaining('TRUSTED_PROXIES is 0')])
})

it('does not warn without the header, or where proxies are configured', () => {
  expect(warnings(0, [{}, {}])).toEqual([])
  expect(warnings(1, [forwarded])).toEqual([])
})
