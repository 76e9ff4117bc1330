import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTracking } from '../../../app/state/tracking-state.ts'
import { stores } from '../../../domain/stores/stores.ts'
import { assignVariant } from '../experiment.ts'
import { visit } from './visit.ts'

const experiment = {
  key: 'unit-test-of-a-visit',
  variants: [
    { key: 'a', weight: 1 },
    { key: 'b', weight: 1 },
  ],
}
const kept: string[] = []

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    get cookie() {
      return kept.map((cookie) => cookie.split(';', 1)[0]).join('; ')
    },
    set cookie(text: string) {
      kept.push(text)
    },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify([experiment]))))
})
afterEach(() => {
  vi.unstubAllGlobals()
  kept.length = 0
  useTracking.setState({ variants: {} })
})

const shown = () => useTracking.getState().variants[experiment.key]?.name ?? null

it('[EVENT-11] a visitor of the tracking service has the variant of the id, and no cookie', async () => {
  const variants = new Set<string | null>()
  for (const id of ['visitor-1', 'visitor-2', 'visitor-3', 'visitor-4', 'visitor-5']) {
    await visit.measure(stores.sv, id)
    expect(shown()).toBe(assignVariant(experiment, id))
    variants.add(shown())
  }
  expect(variants.size).toBe(2)
  expect(kept).toEqual([])
})

it('[EVENT-11] without the service a random group decides, kept as long as the consent', async () => {
  await visit.measure(stores.sv, null)
  const [, group = ''] = /^__group=(\d{1,3}); Path=\/; Max-Age=2592000;/.exec(kept[0] ?? '') ?? []
  expect(shown()).toBe(assignVariant(experiment, group))
  visit.forget()
  expect(kept.at(-1)).toContain('__group=; Path=/; Max-Age=0;')
  expect(shown()).toBeNull()
})

it('[EVENT-11] reports the seen variants with a purchase, and nothing without any', () => {
  expect(visit.purchaseFields(['experiment card-order a', 'begin_checkout c-1'])).toEqual({})
  expect(
    visit.purchaseFields(['experiment-view card-order a', 'experiment-view cart-suggestions two']),
  ).toEqual({
    variants: [
      { experiment: 'card-order', variant: 'a' },
      { experiment: 'cart-suggestions', variant: 'two' },
    ],
  })
})
