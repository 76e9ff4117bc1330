import { describe, expect, it } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import { pageAccess } from '../../test/access/page-access.ts'
import { addressInForm, plainPageKey, readCookies, readPageAddress, withShortTerm } from './page-key.ts'

const guest = readCookies(undefined)
const isFacet = (name: string) => name === 'brand' || name === 'voltage'
const read = (address: string, cookie?: string) => readPageAddress(address, readCookies(cookie), isFacet)
const key = (address: string, cookie?: string) => read(address, cookie)?.key

describe('the key of a stored page', () => {
  it('[ROUTE-01] consists of store, path, page, sort, term and filters', () => {
    const page = read('/sv/artiklar/a/ALLA/sida.html?voltage=12&page=2&sort=name')
    expect(page?.store?.code).toBe('sv')
    expect(page?.key).toBe('incl /sv/artiklar/a/ALLA/sida.html?page=2&sort=name&voltage=12')
  })

  it('[QUERY-14] contains neither landing parameters nor unknown ones, and keeps them for redirects', () => {
    const page = read('/sv?disc=ABC&utm_source=x&gclid=1&login&constructor=1&brand=acme')
    expect(page?.key).toBe(key('/sv?brand=acme'))
    expect(page?.landing.toString()).toBe('disc=ABC&utm_source=x&gclid=1&login=&constructor=1')
  })

  it('is the same for the same parameters in another order, and takes the first of a repeated one', () => {
    expect(key('/sv?sort=name&brand=a&brand=b')).toBe(key('/sv?brand=a&brand=b&sort=name'))
    expect(key('/sv?page=2&page=3')).toBe(key('/sv?page=2'))
  })

  it('[VAT-08] differs with the VAT cookie, except where prices always include VAT', () => {
    expect(key('/sv', 'vat=ex')).not.toBe(key('/sv'))
    expect(key('/de', 'vat=ex')).toBe(key('/de'))
    expect(read('/de', 'vat=ex')?.vatIncluded).toBe(true)
    expect(read('/no', 'vat=ex')?.vatIncluded).toBe(false)
  })

  it.each([
    ['the checkout', '/sv/checkout', undefined],
    ['a confirmation', '/de/checkout/confirmation/x', undefined],
    ['the account', '/sv/my-account/orders', undefined],
    ['the account’s data', '/sv/my-account.data', undefined],
    ['one order', '/no/my-order/1001', undefined],
    ['a confirmation in other letters', '/sv/CheckOut/confirmation/x', undefined],
    ['the account in other letters', '/sv/My-Account', undefined],
    ['a preview', '/sv/page-preview?slug=a&key=b', undefined],
    ['a landing with a token', '/sv?token=T', undefined],
    ['a signed-in shopper', '/sv', 'a=b; anode_account=x'],
    ['a shopper with an order login', '/sv', 'anode_order=x'],
    ['a signed-in shopper over https', '/sv', 'a=b; __Host-anode_account=x'],
    ['an address of no store', '/fi', undefined],
  ])('does not exist for %s', (_title, address, cookie) => {
    const page = read(address, cookie)
    expect(page).not.toBe(null)
    expect(page?.key).toBe(null)
  })

  it('keeps every parameter of a page that is rendered for one shopper', () => {
    expect(read('/sv/page-preview?key=b&slug=a')?.normalized).toBe('/sv/page-preview?key=b&slug=a')
  })

  it('keeps the token of every page that reads one, by the table of page access', () => {
    for (const [pattern, { query }] of Object.entries(pageAccess)) {
      if (!query || !('token' in query)) continue
      const address = `${pattern.replace(':locale', 'no')}?token=T`
      expect(read(address)).toMatchObject({ normalized: address, key: null })
    }
  })

  it('distinguishes data requests from documents', () => {
    const data = read('/sv/artiklar/a.html.data?_routes=product&_x=1')
    expect(data?.isData).toBe(true)
    expect(data?.key).toBe('incl /sv/artiklar/a.html.data?_routes=product')
    expect(read('/sv?_routes=product')?.key).toBe('incl /sv')
  })
})

describe('an address that cannot be read', () => {
  it.each([
    '/sv/%E0%A4',
    '/sv/%',
    '/sv/%00',
    '/sv/%2500',
    '/sv/a\u0000b',
    '//evil.example/sv',
    '/sv/a\\b',
    '/sv/%0a',
    '/sv/./checkout/confirmation/abc',
    '/sv/x/%2e%2E/my-account',
    '/sv/..',
  ])('is refused: %j', (address) => {
    expect(readPageAddress(address, guest, isFacet)).toBe(null)
  })
})

describe('cookies', () => {
  it('are read without trusting their form', () => {
    expect(readCookies('vat=ex;i18n_redirected=de; anode_account=1')).toEqual({
      vatExcluded: true,
      signedIn: true,
      locale: 'de',
    })
    expect(readCookies(';;=; vat; vat=incl; =x')).toEqual({
      vatExcluded: false,
      signedIn: false,
      locale: null,
    })
  })
})

describe('the fast path to the key of an address without parameters', () => {
  it.each([
    '/sv',
    '/sv/artiklar/a/index.html',
    '/sv.data',
    '/sv/artiklar/h%C3%B6rapparat.html',
    '/sv/finns-ej',
  ])('is the long way for %s', (address) => {
    for (const cookie of [undefined, 'vat=ex', 'vat=in; x=1']) {
      const cookies = readCookies(cookie)
      expect(plainPageKey(address, stores.sv, cookies)).toBe(readPageAddress(address, cookies, isFacet)?.key)
    }
  })

  it('never shows prices without VAT in Germany', () => {
    expect(plainPageKey('/de', stores.de, readCookies('vat=ex'))).toBe('incl /de')
  })
})

describe('a search for something pasted', () => {
  it('is cut to the longest term, and other addresses are unchanged', () => {
    const long = 'å'.repeat(300)
    const cut = withShortTerm(`/sv/sokresultat.html?query=${encodeURIComponent(long)}&utm_source=x`)
    expect(cut).toBe(`/sv/sokresultat.html?query=${encodeURIComponent('å'.repeat(200))}`)
    expect(withShortTerm(cut!)).toBeNull()
    expect(withShortTerm(`/de/batterie-finden?query=${'x'.repeat(201)}`)).toBe(
      `/de/batterie-finden?query=${'x'.repeat(200)}`,
    )
    for (const path of ['/sv', '/xx/sokresultat.html', '/de/sokresultat.html', '/sv/artiklar/a.html'])
      expect(withShortTerm(`${path}?query=${'x'.repeat(300)}`), path).toBeNull()
    // Half of a surrogate pair would be invalid text.
    expect(withShortTerm(`/sv/sokresultat.html?query=${'x'.repeat(199)}%F0%9F%94%8B`)).toContain('%EF%BF%BD')
  })
})

describe('the form of an address', () => {
  const product = '/sv/artiklar/aa.html?utm_source=x'

  it('is Markdown for a client that asks for it, and the page for every other', () => {
    expect(addressInForm(product, 'text/markdown, text/html;q=0.9, */*;q=0.1')).toBe(
      '/sv/artiklar/aa.md?utm_source=x',
    )
    for (const accept of [undefined, '*/*', 'text/html', 'text/markdown;q=0', 'text/markdown; q=0.0, */*'])
      expect(addressInForm(product, accept)).toBe(product)
  })

  it('applies to products only', () => {
    for (const address of ['/sv', '/sv/artiklar/a/index.html', '/api/x.html', '/sv/about', '/sv/artiklar/a'])
      expect(addressInForm(address, 'text/markdown')).toBe(address)
  })
})
