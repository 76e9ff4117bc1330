import { expect, it } from 'vitest'
import { mailedDestination, readDestination } from './login-destination.ts'

it('[ROUTE-48] a destination is a page of the same store, with its query', () => {
  expect(readDestination('/sv/my-account/orders/return/S1?from=mail', 'sv')).toBe(
    '/sv/my-account/orders/return/S1?from=mail',
  )
  for (const text of [
    '',
    'sv/',
    '//evil.example/sv/',
    'https://evil.example/sv/',
    '/no/my-account',
    '/sv/../no/x',
  ])
    expect(readDestination(text, 'sv'), text).toBeNull()
  expect(readDestination('/.//evil.example', '')).toBeNull()
})

it('a mail contains a page of the account only, and no query that the request had', () => {
  const mailed = (text?: string) => mailedDestination(text, 'sv')
  expect(mailed('/sv/my-account/orders/return/S1?token=x&atc=A:1')).toBe('/sv/my-account/orders/return/S1')
  expect(mailed('/sv/my-account')).toBe('/sv/my-account')
  for (const text of [
    undefined,
    '/sv/rabatt/TIO',
    '/sv/my-accounts',
    '/sv/my-account/../rabatt/TIO',
    `/sv/my-account/${'x'.repeat(300)}`,
  ])
    expect(mailed(text), text).toBeNull()
})
