import { describe, expect, it } from 'vitest'
import { keepLanding, withoutSlashAtEnd, withoutRedundantPage } from './pages.ts'

describe('the number of a page', () => {
  it.each(['abc', '0', '-3', '1', '1.5', '', '02', '%00', '1e9', '-1e9', '99999999999'])(
    '[ROUTE-45] [ROUTE-46] [VALID-11] page=%s leads to the address without it',
    (page) => {
      expect(withoutRedundantPage(`/sv/x.html?page=${page}`)).toBe('/sv/x.html')
      expect(withoutRedundantPage(`/sv/x.html?page=${page}&sort=price`)).toBe('/sv/x.html?sort=price')
    },
  )

  it.each(['/sv', '/sv?sort=page', '/sv?page=2', '/sv?page=10&sort=name'])('%s stays', (address) => {
    expect(withoutRedundantPage(address)).toBe(null)
  })
})

it('redirects to the address without a trailing slash, with its parameters, never to another host', () => {
  expect(withoutSlashAtEnd('/sv/')).toBe('/sv')
  expect(withoutSlashAtEnd('/sv/about//?a=/')).toBe('/sv/about?a=/')
  for (const address of ['/', '/?a', '/sv', '/sv?a=b/', '//', '//?x'])
    expect(withoutSlashAtEnd(address)).toBe(null)
})

describe('a redirect', () => {
  it('[ROUTE-41] [QUERY-14] carries landing parameters over, its own winning', () => {
    const landing = new URLSearchParams('disc=OLD&utm_source=x&login')
    expect(keepLanding('/sv?disc=NEW', landing)).toBe('/sv?disc=NEW&utm_source=x&login=')
  })

  it('to another host drops them', () => {
    expect(keepLanding('https://pay.example/x', new URLSearchParams('token=T'))).toBe('https://pay.example/x')
  })
})
