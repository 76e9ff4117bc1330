import { afterEach, expect, it, vi } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import { canQuickAdd, hasUpselling } from './use-add-to-cart.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [Response.json({ a: 1 }), true],
  [Response.json(null), false],
  [Response.json({ message: 'no' }, { status: 500 }), false],
])('[API-22] requests the product’s own upselling check: case %#', async (response, truth) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return response
  })
  expect(await hasUpselling(stores.sv, { id: 42, has_upselling: true })).toBe(truth)
  expect(asked).toEqual(['/api/products/42/upselling?locale=sv&sid=7'])
})

it('[UPSELL-01] sends no request for a product without upselling', async () => {
  vi.stubGlobal('fetch', () => {
    throw new Error('asked')
  })
  expect(await hasUpselling(stores.sv, { id: 42, has_upselling: false })).toBe(false)
})

it('[VALID-02] quick add is refused with variations, and with attributes that vary', () => {
  expect(canQuickAdd({ variations: [2], variation_attributes: [] })).toBe(false)
  expect(canQuickAdd({ variations: [], variation_attributes: ['colour'] })).toBe(false)
  expect(canQuickAdd({ variations: [], variation_attributes: [] })).toBe(true)
})
