import { expect, it } from 'vitest'
import { brandSlugFromRest, parseArticlePath } from './paths.ts'

it('[ROUTE-38] [ROUTE-32] [ROUTE-33] distinguishes full listing, category and product, in this order', () => {
  expect(parseArticlePath('batterier/bil/ALLA/sida.html')).toEqual({
    name: 'product-category-all',
    path: 'batterier/bil',
  })
  expect(parseArticlePath('batterier/bil/index.html')).toEqual({
    name: 'product-category',
    path: 'batterier/bil',
  })
  expect(parseArticlePath('batterier/index.html')).toEqual({ name: 'product-category', path: 'batterier' })
  expect(parseArticlePath('aa-cell.html')).toEqual({ name: 'product', slug: 'aa-cell' })
})

it.each(['a/b.html', 'ALLA/sida.html/x', '', 'a', 'a.htm', '.html', '/index.html/'])(
  '[ROUTE-38] %s is no address of an article: a slug has no slash',
  (rest) => {
    expect(parseArticlePath(rest)).toBe(null)
  },
)

it('[ROUTE-23] [ROUTE-24] [ROUTE-25] [ROUTE-26] brands end with .html everywhere but in Denmark', () => {
  expect(brandSlugFromRest('da', 'acme')).toBe('acme')
  expect(brandSlugFromRest('da', 'acme.html')).toBe(null)
  for (const store of ['sv', 'no', 'de'] as const) {
    expect(brandSlugFromRest(store, 'acme.html')).toBe('acme')
    expect(brandSlugFromRest(store, 'acme')).toBe(null)
    expect(brandSlugFromRest(store, 'a/b.html')).toBe(null)
  }
})
