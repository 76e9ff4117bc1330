import { expect, it } from 'vitest'
import { createAddressMatcher, type KnownPage } from './match-address.ts'

const product = (sku: string, name: string, gtin: string | null = null): KnownPage => ({
  kind: 'product',
  target: `/sv/artiklar/${sku.toLowerCase()}.html`,
  name,
  slug: `${name.toLowerCase().replaceAll(' ', '-')}-${sku.toLowerCase()}`,
  sku,
  gtin,
})

const match = createAddressMatcher([
  product('AX-100', 'Laddare för mobil USB-C 20 W', '7311271311379'),
  product('AX-200', 'Laddare för mobil USB-C 65 W'),
  product('33521', 'Panasonic alkaliskt batteri AA 4-pack'),
  product('BK', 'Kabel'),
  { kind: 'category', target: '/sv/artiklar/laddare/index.html', name: 'Laddare', slug: 'laddare' },
  {
    kind: 'category',
    target: '/sv/artiklar/blybatterier/index.html',
    name: 'Blybatterier',
    slug: 'blybatterier',
  },
  { kind: 'brand', target: '/sv/varumarke/panasonic', name: 'Panasonic', slug: 'panasonic' },
  { kind: 'page', target: '/sv/about', name: 'Om oss', slug: 'about' },
])
const found = (path: string, title: string | null = null) => {
  const { target, reason, confidence } = match({ path, title }) ?? {}
  return target === undefined ? null : [target, reason, confidence]
}

it.each([
  ['/p/ax-100', '/sv/artiklar/ax-100.html', 'sku', 'sure'],
  ['/ax-200.html', '/sv/artiklar/ax-200.html', 'sku', 'sure'],
  ['/produkt/laddare-ax-200', '/sv/artiklar/ax-200.html', 'sku', 'likely'],
  ['/33521-batteri.html', '/sv/artiklar/33521.html', 'sku', 'likely'],
  ['/item/7311271311379', '/sv/artiklar/ax-100.html', 'gtin', 'sure'],
  ['/products/laddare-7311271311379-vit', '/sv/artiklar/ax-100.html', 'gtin', 'sure'],
  // The name, written as an address in two ways.
  ['/products/laddare-for-mobil-usb-c-65-w', '/sv/artiklar/ax-200.html', 'address', 'sure'],
  ['/products/laddare-foer-mobil-65w-usb-c-65-w', '/sv/artiklar/ax-200.html', 'name', 'likely'],
  ['/products/alkaliska-panasonic-batteri-aa', '/sv/artiklar/33521.html', 'name', 'doubtful'],
  ['/collections/laddare', '/sv/artiklar/laddare/index.html', 'address', 'sure'],
  ['/product-category/tillbehor/blybatterier', '/sv/artiklar/blybatterier/index.html', 'address', 'sure'],
  ['/varumarke/panasonic', '/sv/varumarke/panasonic', 'address', 'sure'],
  ['/collections/vendors/panasonic', null, null, null],
  ['/pages/om-oss', '/sv/about', 'address', 'sure'],
  ['/pages/about', '/sv/about', 'address', 'sure'],
])('%s is %s by %s, %s', (path, target, reason, confidence) => {
  expect(found(path)).toEqual(target === null ? null : [target, reason, confidence])
})

it('the title of a page that a crawl has found is compared, without the name of the shop', () => {
  expect(found('/x/8812')).toBeNull()
  expect(found('/x/8812', 'Laddare för mobil, USB-C 65 W | Elbutiken')).toEqual([
    '/sv/artiklar/ax-200.html',
    'name',
    'likely',
  ])
})

it('nothing is proposed for what the shop does not have', () => {
  expect(found('/blogs/nyheter/sommarens-basta-grill')).toBeNull()
  expect(found('/')).toBeNull()
  // Too short to be a number within an address.
  expect(found('/products/sladd-bk')).toBeNull()
})

it('two that are equally like it are doubtful', () => {
  expect(found('/products/laddare-for-mobil-usb-c')).toMatchObject({ 1: 'name', 2: 'doubtful' })
})

it('ten thousand addresses are matched with ten thousand products', () => {
  const words = ['kabel', 'laddare', 'batteri', 'lampa', 'hållare', 'adapter', 'skydd', 'remsa']
  const pages = Array.from({ length: 10_000 }, (_, at) =>
    product(`N-${at}`, `${words[at % 8]} ${words[(at >> 3) % 8]} modell ${at}`),
  )
  const large = createAddressMatcher(pages)
  const sure = pages.filter(({ target }, at) => {
    const path = `/shop/${words[at % 8]}-typ-${words[(at >> 3) % 8]}-modell-${at}`
    return large({ path, title: null })?.target === target
  })
  expect(sure.length).toBeGreaterThan(9_900)
})

it('a word that nearly all names have is not compared with all of them', () => {
  const pages = Array.from({ length: 50_000 }, (_, at) => product(`N-${at}`, `laddare ${at}`))
  const words = Array.from({ length: 150 }, (_, at) => `laddare w${at}`).join('-')
  const large = createAddressMatcher(pages)
  // Minutes, where each address is compared with every name.
  const found = Array.from({ length: 1000 }, (_, at) => large({ path: `/shop/${words}-${at}x`, title: null }))
  expect(found).toEqual(Array.from({ length: 1000 }, () => null))
})
