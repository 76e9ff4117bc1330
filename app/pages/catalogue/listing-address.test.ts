import { describe, expect, it } from 'vitest'
import { listingHref, readListingChoice, toggleFacet, type ListingChoice } from './listing-address.ts'

const read = (query: string) => readListingChoice(new URLSearchParams(query))
const plain: ListingChoice = { sort: 'relevance', page: 1, facets: {} }

describe('a listing’s address', () => {
  it('[PAGE-04] has four orders and treats an unknown one as relevance', () => {
    expect(read('sort=price_asc').sort).toBe('price_asc')
    expect(read('sort=cheap').sort).toBe('relevance')
  })

  it('[ROUTE-45] [ROUTE-46] detects a redundant page parameter', () => {
    expect(read('page=3').page).toBe(3)
    expect(['abc', '0', '-3', '1', '1.5', ''].map((page) => read(`page=${page}`).page)).toEqual(
      Array(6).fill(null),
    )
    expect(read('').page).toBe(1)
  })

  it('reads filters as repeated parameters, each value once', () => {
    expect(read('size=AA&size=AAA&size=AA&brand=voltara&query=x&page=2').facets).toEqual({
      size: ['AA', 'AAA'],
      brand: ['voltara'],
    })
  })

  it('is written the way it is read', () => {
    const choice: ListingChoice = { sort: 'name', page: 2, facets: { size: ['AA', 'AAA'] } }
    const href = listingHref('/sv/sokresultat.html', choice, 'batteri')
    expect(href).toBe('/sv/sokresultat.html?query=batteri&size=AA&size=AAA&sort=name&page=2')
    expect(readListingChoice(new URL(href, 'http://shop.invalid').searchParams)).toEqual(choice)
    expect(listingHref('/sv/x', plain)).toBe('/sv/x')
  })

  it('[PAGE-04] adding or removing a filter leads to the first page', () => {
    const chosen = toggleFacet({ ...plain, page: 4 }, 'size', 'AA')
    expect(chosen).toEqual({ ...plain, facets: { size: ['AA'] } })
    expect(toggleFacet(chosen, 'size', 'AA')).toEqual(plain)
  })
})
