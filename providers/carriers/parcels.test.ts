import { expect, it } from 'vitest'
import type { ParcelAdapter } from './parcel-adapter.ts'
import { createParcelCarriers } from './parcels.ts'

const request = { reference: 'S100001-P1', direction: 'outbound', store: 'sv' } as never
const withoutKeys = { canBook: () => false } as unknown as ParcelAdapter

it.each([
  ['no account', undefined],
  ['an account that books no parcels', withoutKeys],
])('a node with %s refuses a new parcel, and leaves one without an answer open', async (_what, adapter) => {
  const carriers = createParcelCarriers(() => adapter)
  expect(await carriers.book('postnord', request, false)).toEqual({ ok: false, code: 'not_supported' })
  expect(await carriers.book('postnord', request, true)).toEqual({ ok: false, code: 'carrier_unavailable' })
})
