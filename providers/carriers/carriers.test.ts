import { expect, it } from 'vitest'
import type { ServicePoint, ServicePointAnswer } from '../../domain/shipping/service-point.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { CarrierAdapter } from './carrier-adapter.ts'
import { createCarriers, freshMs, pauseMs, staleMs } from './carriers.ts'

const point: ServicePoint = {
  id: '1',
  carrier: 'postnord',
  type: 'manned',
  name: 'Kiosken',
  street: 'Storgatan 1',
  postalCode: '12345',
  city: 'Demostad',
  countryCode: 'SE',
  position: null,
  distanceMetres: 100,
  openingHours: [],
}
const query = {
  store: 'sv',
  countryCode: 'SE',
  language: 'sv-SE',
  carrier: 'postnord',
  kind: 'pickup',
  postalCode: '12345',
} as const
const down: ServicePointAnswer = { ok: false, code: 'carrier_unavailable' }

/**
 * Carriers with one adapter that answers as the test says, on a clock that the test advances. `own`: adapters of stores
 * with an account of their own.
 */
function world() {
  const state = { now: 0, requests: 0, answer: { ok: true, points: [point] } as ServicePointAnswer }
  const shared: CarrierAdapter = {
    countries: ['SE'],
    servicePoints: () => {
      state.requests += 1
      return Promise.resolve(state.answer)
    },
  }
  const own: Partial<Record<StoreCode, CarrierAdapter>> = {}
  const carriers = createCarriers(
    (carrier, store) => (carrier === 'postnord' ? (own[store] ?? shared) : undefined),
    () => state.now,
  )
  return { state, carriers, own }
}

it('asks the carrier once in hours for a postal code, also when many shoppers ask at once', async () => {
  const { state, carriers } = world()
  await Promise.all([1, 2, 3].map(() => carriers.servicePoints(query)))
  state.now = freshMs - 1
  expect(await carriers.servicePoints(query)).toEqual({ ok: true, points: [point] })
  expect(state.requests).toBe(1)
  await carriers.servicePoints({ ...query, postalCode: '54321' })
  state.now = freshMs
  await carriers.servicePoints(query)
  expect(state.requests).toBe(3)
})

it('goes on with older points while the carrier is down, for a day', async () => {
  const { state, carriers } = world()
  await carriers.servicePoints(query)
  state.answer = down
  state.now = freshMs
  expect(await carriers.servicePoints(query)).toEqual({ ok: true, points: [point] })
  state.now = staleMs
  expect(await carriers.servicePoints(query)).toEqual(down)
})

it('leaves a carrier that does not answer alone for a moment', async () => {
  const { state, carriers } = world()
  state.answer = down
  for (const postalCode of ['11111', '22222', '33333'])
    expect(await carriers.servicePoints({ ...query, postalCode })).toEqual(down)
  expect(state.requests).toBe(1)
  state.now = pauseMs
  state.answer = { ok: true, points: [point] }
  expect(await carriers.servicePoints(query)).toEqual(state.answer)
})

it('leaves out points of another country, and carriers that do not serve the country', async () => {
  const { state, carriers } = world()
  state.answer = { ok: true, points: [{ ...point, id: '2', countryCode: 'NO' }, point] }
  expect(await carriers.servicePoints(query)).toEqual({ ok: true, points: [point] })
  expect(await carriers.servicePoints({ ...query, countryCode: 'DE' })).toEqual(down)
  expect(await carriers.servicePoints({ ...query, carrier: 'bring' })).toEqual(down)
})

it('shares answers and pauses between the stores of an account, and with no other account', async () => {
  const { state, carriers, own } = world()
  await carriers.servicePoints(query)
  expect(await carriers.servicePoints({ ...query, store: 'da' })).toEqual({ ok: true, points: [point] })
  expect(state.requests).toBe(1)
  const elsewhere = { ...point, id: '2' }
  own.sv = { countries: ['SE'], servicePoints: () => Promise.resolve({ ok: true, points: [elsewhere] }) }
  expect(await carriers.servicePoints(query)).toEqual({ ok: true, points: [elsewhere] })
  expect(await carriers.servicePoints({ ...query, store: 'da' })).toEqual({ ok: true, points: [point] })
  own.sv = { countries: ['SE'], servicePoints: () => Promise.resolve(down) }
  expect(await carriers.servicePoints({ ...query, postalCode: '11111' })).toEqual(down)
  const answer = await carriers.servicePoints({ ...query, store: 'da', postalCode: '11111' })
  expect(answer).toEqual({ ok: true, points: [point] })
})
