import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

function from(remoteAddress: string, forwarded?: string) {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage
}

it('trusts X-Forwarded-For only for as many proxies as are configured', () => {
  const request = from('10.0.0.1', '1.1.1.1, 203.0.113.7')
  expect(clientNetwork(request, 0)).toBe('10.0.0.1')
  expect(clientNetwork(request, 1)).toBe('203.0.113.7')
  expect(clientNetwork(request, 2)).toBe('1.1.1.1')
  expect(clientNetwork(from('10.0.0.1'), 1)).toBe('10.0.0.1')
})

it('uses one key per IPv6 subscriber, whatever the last 64 bits are', () => {
  expect(clientNetwork(from('2001:db8:1:2::1'), 0)).toBe(clientNetwork(from('2001:db8:1:2:ffff::9'), 0))
  expect(clientNetwork(from('::ffff:203.0.113.7'), 0)).toBe('203.0.113.7')
})
