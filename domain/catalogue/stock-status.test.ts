import { describe, expect, it } from 'vitest'
import { imageTypes, sortImages } from './image-type.ts'
import { productTypes } from './product-type.ts'
import { stockLabel, stockStatus } from './stock-status.ts'

const now = Date.parse('2026-01-15T12:00:00Z')
const march = Date.parse('2026-03-01')

describe('stock status', () => {
  it('[STOCK-04] each status follows from stock and dates and names the pool it sells from', () => {
    expect(stockStatus({ available: 6 }, now)).toEqual({
      status: 'in_stock',
      orderable: true,
      notifyable: false,
      estimatedAt: null,
      pool: 'available',
      limit: 6,
    })
    expect(stockStatus({ available: 5 }, now)).toMatchObject({
      status: 'few_left',
      orderable: true,
      pool: 'available',
      limit: 5,
    })
    expect(stockStatus({ available: 0, incoming: 20, incomingAt: '2026-03-01' }, now)).toMatchObject({
      status: 'back_order',
      orderable: true,
      pool: 'incoming',
      limit: 20,
      estimatedAt: march,
    })
    expect(stockStatus({ available: 0, presaleCap: 30, releaseAt: '2026-03-01' }, now)).toMatchObject({
      status: 'presale',
      orderable: true,
      pool: 'presale',
      limit: 30,
      estimatedAt: march,
    })
    expect(stockStatus({ available: 0 }, now)).toMatchObject({
      status: 'out_of_stock',
      orderable: false,
      notifyable: true,
      pool: null,
    })
    const withheld = { available: 9, incoming: 20, presaleCap: 3, isWithheld: true }
    expect(stockStatus(withheld, now)).toMatchObject({
      status: 'out_of_stock',
      orderable: false,
      notifyable: false,
      limit: 0,
    })
    expect(stockStatus({ ...withheld, discontinued: true }, now).status).toBe('discontinued')
    expect(stockStatus({ available: 9, discontinued: true }, now)).toMatchObject({
      status: 'discontinued',
      orderable: false,
      notifyable: false,
      limit: 0,
    })
  })

  it('[STOCK-04] a released product sells from stock, a used-up presale only notifies', () => {
    expect(stockStatus({ available: 8, presaleCap: 30, releaseAt: '2026-01-01' }, now).status).toBe(
      'in_stock',
    )
    expect(stockStatus({ available: 8, presaleCap: 30 }, now)).toMatchObject({
      status: 'presale',
      estimatedAt: null,
    })
    expect(stockStatus({ available: 8, presaleCap: 0, releaseAt: null }, now).status).toBe('in_stock')
    expect(stockStatus({ available: 0, presaleCap: 0, releaseAt: '2026-03-01' }, now)).toMatchObject({
      status: 'out_of_stock',
      notifyable: true,
      estimatedAt: march,
    })
    expect(stockStatus({ available: 0, incoming: 5, incomingAt: '2026-01-01' }, now)).toMatchObject({
      status: 'back_order',
      estimatedAt: null,
    })
  })

  it('[STOCK-01] presale shows its date, or its text alone', () => {
    expect(stockLabel('presale', '2026-03-01')).toEqual({ text: 'presale', date: '2026-03-01' })
    expect(stockLabel('presale', null)).toEqual({ text: 'presale', date: null })
  })

  it('[STOCK-02] back-order is worded as out of stock, with the expected date', () => {
    expect(stockLabel('back_order', '2026-03-01')).toEqual({ text: 'out_of_stock', date: '2026-03-01' })
  })

  it('[STOCK-03] any other status has its own text, an unknown one is out of stock', () => {
    expect(stockLabel('in_stock', null).text).toBe('in_stock')
    expect(stockLabel('few_left', null).text).toBe('few_left')
    expect(stockLabel('discontinued', null).text).toBe('discontinued')
    expect(stockLabel('moved', null).text).toBe('out_of_stock')
    expect(stockLabel(null, null).text).toBe('out_of_stock')
  })
})

describe('numbers of the API', () => {
  it('[ENTITY-12] product types', () => {
    expect(productTypes).toEqual({ Any: 0, Standard: 1, Variant: 2, SET: 3, GiftCard: 4 })
  })

  it('[ENTITY-17] image types, and pictures in their order', () => {
    expect(imageTypes).toEqual({
      Zoom: 1,
      Thumb: 3,
      Gallery: 4,
      Original: 5,
      Featured: 9,
      GalleryThumb: 10,
      General: 12,
      Avatar: 13,
      Header: 16,
    })
    expect(sortImages([{ sort_order: 2 }, { sort_order: 1 }])).toEqual([{ sort_order: 1 }, { sort_order: 2 }])
  })
})
