import { describe, expect, it } from 'vitest'
import { followRedirect, readRedirect, redirectPath } from './redirect.ts'

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
