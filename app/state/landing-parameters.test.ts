import { describe, expect, it } from 'vitest'
import { pageAccess } from '../../test/access/page-access.ts'
import { readLanding, sourceAddress, withoutSpent } from './landing-parameters.ts'
import { hasOwnToken } from './own-token.server.ts'

const nothing = {
  codes: [],
  atc: [],
  campaign: false,
  login: false,
  destination: null,
  token: null,
  resetToken: null,
}

describe('landing parameters', () => {
  it('[QUERY-08] [QUERY-09] contain well-formed codes, each once', () => {
    expect(readLanding('?disc=SUMMER&disc=A-1&disc=SUMMER').codes).toEqual(['SUMMER', 'A-1'])
    expect(readLanding('?disc=AB&disc=A_BC&disc=A%20BC&disc=').codes).toEqual([])
    const many = Array.from({ length: 500 }, (_, index) => `disc=CODE-${index}`)
    expect(readLanding(`?${many.join('&')}`).codes).toHaveLength(20)
  })

  it.each(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id', 'gclid'])(
    '[QUERY-10] %s marks a visit from a campaign',
    (name) => {
      expect(readLanding(`?${name}=x`)).toEqual({ ...nothing, campaign: true })
      expect(readLanding(`?${name}=`)).toEqual(nothing)
    },
  )

  it('[QUERY-12] login opens the panel, whatever its value', () => {
    for (const search of ['?login', '?login=', '?login=0']) expect(readLanding(search).login).toBe(true)
    expect(readLanding('?utm_login=1&page=2').login).toBe(false)
  })

  it('[ROUTE-48] name the page that asked for the login, of the same store only', () => {
    const asked = (page: string, pathname = '/sv') =>
      readLanding(`?${new URLSearchParams({ login: page }).toString()}`, pathname).destination
    expect(asked('/sv/my-account/orders/return/S-7?x=1')).toBe('/sv/my-account/orders/return/S-7?x=1')
    for (const page of ['', '0', 'sv/my-account', '/de/my-account', '/svart', '//evil.example/sv/x'])
      expect([page, asked(page)]).toEqual([page, null])
    for (const page of [
      '/\\evil.example/sv/x',
      'https://evil.example/sv/x',
      'javascript:alert(1)',
      '/sv/../de/x',
    ])
      expect([page, asked(page)]).toEqual([page, null])
    expect(asked('/de/my-account', '/de')).toBe('/de/my-account')
  })

  it('[QUERY-01] [QUERY-04] contain the token of a login or of a password reset; an empty one is none', () => {
    expect(readLanding('?token=T')).toEqual({ ...nothing, token: 'T' })
    expect(readLanding('?change_password=R')).toEqual({ ...nothing, login: true, resetToken: 'R' })
    expect(readLanding('?token=&change_password=')).toEqual(nothing)
  })

  it('[NEWS-01] leave the token of a mail’s link to the target page', () => {
    for (const path of ['/sv/unsubscribe', '/de/confirm', '/DA/Unsubscribe/']) {
      expect(hasOwnToken(path), path).toBe(true)
      expect(readLanding('?email=a@b.se&token=T', path, true)).toEqual(nothing)
      expect(withoutSpent('?email=a@b.se&token=T', true)).toBeNull()
    }
    expect(hasOwnToken('/sv/unsubscribed')).toBe(false)
    expect(readLanding('?token=T', '/sv/unsubscribed').token).toBe('T')
  })

  it('leave their token to all pages that read one, by the table of page access', () => {
    const pages = Object.entries(pageAccess).filter(([, { query }]) => query && 'token' in query)
    expect(pages.length).toBeGreaterThan(4)
    for (const [pattern] of pages)
      expect([pattern, hasOwnToken(pattern.replace(':locale', 'no'))]).toEqual([pattern, true])
  })

  it('[QUERY-14] can be combined', () => {
    expect(readLanding(`?disc=ABC&utm_source=y&login&atc=${btoa('Q1:3')}`)).toEqual({
      codes: ['ABC'],
      atc: [{ sku: 'Q1', quantity: 3 }],
      campaign: true,
      login: true,
      destination: null,
      token: null,
      resetToken: null,
    })
  })

  it('[QUERY-15] are removed from the address once used, the rest unchanged', () => {
    expect(withoutSpent('?atc=QTox&utm_source=x')).toBe('?utm_source=x')
    expect(withoutSpent('?q=a+b&token=T&login&change_password=R&q=%C3%A5')).toBe('?q=a+b&q=%C3%A5')
    expect(withoutSpent('?disc=SUMMER&disc=ABC&sort=price&login=%2Fsv%2Fmy-account')).toBe('?sort=price')
    expect(withoutSpent('?token=T')).toBe('')
    expect(withoutSpent('?token=T&disc=SUMMER', true)).toBe('?token=T')
    expect(withoutSpent('?utm_source=x')).toBeNull()
    expect(withoutSpent('')).toBeNull()
  })

  it('[QUERY-11] are recorded as the source of the visit, apart from what opens an account', () => {
    const landed = new URL('https://shop.se/sv?disc=ABC&utm_source=x&token=T&change_password=R&login#top')
    expect(sourceAddress(landed)).toBe('https://shop.se/sv?disc=ABC&utm_source=x&login#top')
  })
})
