import { afterEach, expect, it, vi } from 'vitest'
import { keepCookie } from './keep-cookie.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['http:', 'vat=ex; Path=/; Max-Age=60; SameSite=Lax'],
  ['https:', 'vat=ex; Path=/; Max-Age=60; SameSite=Lax; Secure'],
])('a cookie set by the browser is Secure over https (%s)', (protocol, cookie) => {
  const document = { cookie: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol })
  keepCookie('vat', 'ex', 60)
  expect(document.cookie).toBe(cookie)
})
