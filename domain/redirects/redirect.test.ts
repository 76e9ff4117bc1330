import { describe, expect, it } from 'vitest'
import { followRedirect, readRedirect, redirectPath, movedTo, redirectPlaces } from './redirect.ts'

describe('a redirect is read', () => {
  it.each([
    ['/products/Gammel-CR2032', '/products/cr2032', '/products/gammel-cr2032', '/products/cr2032'],
    ['https://old.example/pages/om%20os/?x=1#top', '/da/about?y=2#z', '/pages/om os', '/da/about?y=2#z'],
    ['/a', '/', '/a', '/'],
    ['/a', 'https://shop.example/sv/about', '/a', '/sv/about'],
    ['/a', 'https://shop.example', '/a', '/'],
    ['/a', '/sv/ł?q=–\n', '/a', '/sv/%C5%82?q=%E2%80%93'],
    ['/sv/a', '/sv/b/../c', '/sv/a', '/sv/c'],
  ])('%s to %s', (from, to, path, target) => {
    const read = readRedirect(from, to, { store: 'sv', ownHosts: ['shop.example'] })
    // A space within an address is none.
    expect(read).toEqual(path.includes(' ') ? { ok: false, code: 'bad_path' } : { ok: true, path, target })
  })

  it.each([
    ['', '/sv', 'bad_path'],
    ['/', '/sv', 'bad_path'],
    ['products/x', '/sv', 'bad_path'],
    ['//evil.example/x', '/sv', 'bad_path'],
    ['/a\u0000b', '/sv', 'bad_path'],
    ['/%E0%A4%A', '/sv', 'bad_path'],
    [`/${'a'.repeat(1001)}`, '/sv', 'bad_path'],
    ['/no/a', '/sv', 'bad_path'],
    ['/a', '', 'bad_target'],
    ['/a', '/sv/..//evil.example', 'other_host'],
    ['/a', '/sv/%2e%2e//evil.example', 'other_host'],
    ['/a', 'sv/about', 'bad_target'],
    ['/a', 'javascript:alert(1)', 'bad_target'],
    ['/a', '//evil.example', 'other_host'],
    ['/a', '/\\evil.example', 'other_host'],
    ['/a', '\\\\evil.example', 'other_host'],
    ['/a', 'https://evil.example/sv', 'other_host'],
    ['/a', 'https://shop.example@evil.example/sv', 'other_host'],
    ['/a', 'https://shop.example.evil.example/sv', 'other_host'],
  ])('%s to %s is refused', (from, to, code) => {
    expect(readRedirect(from, to, { store: 'sv', ownHosts: ['shop.example'] })).toEqual({ ok: false, code })
  })
})

it('addresses are compared without case, encoding, query and slash at the end', () => {
  expect(redirectPath('/Produkt/Å/?x=1')).toBe('/produkt/å')
  expect(redirectPath('/produkt/%C3%A5')).toBe('/produkt/å')
})

describe('a former address', () => {
  const targets = new Map([
    ['/products/gammel', '/products/cr2032'],
    ['/products/cr2032', '/sv/artiklar/cr2032.html'],
    ['/products/aa', '/sv/other'],
    ['/collections/batterier/products/aa', '/sv/aa'],
    ['/home', '/'],
    ['/pages/om', '/pages/about?x=1'],
    ['/pages/gone', '/pages/nothing'],
    ['/one', '/two'],
    ['/two', '/one'],
  ])
  const lookup = {
    targetOf: (_store: string, path: string) => targets.get(path) ?? null,
    hasPage: (_store: string, path: string) => path === 'about',
  }
  it.each([
    ['/products/Gammel/', '/sv/artiklar/cr2032.html'],
    ['/collections/Knapceller/products/CR2032/?variant=1', '/sv/artiklar/cr2032.html'],
    ['/collections/batterier/products/aa', '/sv/aa'],
    ['/collections/batterier/products/unknown', null],
    ['/collections/batterier', null],
    ['/home', '/sv'],
    ['/pages/om', '/sv/about?x=1'],
    ['/pages/gone', null],
    ['/one', null],
    ['/unknown', null],
  ])('%s leads to %s', (address, target) => {
    expect(followRedirect(lookup, 'sv', address)).toBe(target)
  })
})

describe('a former address is looked for', () => {
  const places = (address: string) =>
    redirectPlaces('no', address).map(({ store, path }) => `${store} ${path}`)
  it.each([
    // Of any store: that of the visitor first.
    ['/products/x', ['no /products/x', 'sv /products/x', 'de /products/x', 'da /products/x']],
    // Below the prefix of a store, only in that store.
    ['/de/products/x', ['de /de/products/x', 'de /products/x']],
    ['/de', ['de /de']],
  ])('%s', (address, expected) => {
    expect(places(address)).toEqual(expected)
  })
  it.each([
    ['/sv-se/products/x', 'sv'],
    ['/nb/products/x', 'no'],
    ['/en-dk/products/x', 'da'],
    ['/dk/products/x', 'da'],
    ['/de_DE/products/x', 'de'],
  ])('%s in the whole, then in the store %s', (address, store) => {
    expect(places(address).slice(4)).toEqual([`${store} /products/x`])
  })
  it('a language of no store says nothing about the store', () => {
    expect(places('/fr/products/x').slice(4)).toEqual([
      'no /products/x',
      'sv /products/x',
      'de /products/x',
      'da /products/x',
    ])
  })
})

describe('an address leads', () => {
  const targets: Readonly<Record<string, string>> = {
    'sv /about': '/sv/about',
    'sv /a': '/sv/b',
    'sv /b': '/sv/a',
    'sv /x': '/sv/y?z=1',
    'da /deep': '/sv/about',
  }
  const moved = (address: string) =>
    movedTo((store, path) => targets[`${store} ${path}`] ?? null, 'no', address)
  it.each([
    ['/about', '/sv/about'],
    ['/sv/x', '/sv/y?z=1'],
    ['/deep', '/sv/about'],
    ['/a', '/sv/b'],
    ['/unknown', null],
  ])('%s to %s', (address, target) => {
    expect(moved(address)).toBe(target)
  })
  it.each(['/sv/about', '/sv/about/', '/SV/About', '/sv/a', '/sv/b'])(
    '%s not back to itself, also over others',
    (address) => {
      expect(moved(address)).toBeNull()
    },
  )
  it('in a time that grows with its length, not with the square of it', () => {
    const slashes = `/${'/'.repeat(8000)}x`
    // Minutes, where each slash is tried as the first of those at the end.
    for (let at = 0; at < 10_000; at += 1) redirectPath(slashes)
    expect(redirectPath(`/${'a'.repeat(100_000)}`)).toBeNull()
  })
})
