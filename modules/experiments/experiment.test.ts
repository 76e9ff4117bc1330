import { describe, expect, it } from 'vitest'
import { assignVariant, type Experiment } from './experiment.ts'

const test: Experiment = {
  key: 'card-order',
  variants: [
    { key: 'as-it-is', weight: 3 },
    { key: 'price-first', weight: 1 },
  ],
}
const ids = Array.from({ length: 4000 }, (_, number) => `visitor-${number}`)
const share = (experiment: Experiment, variant: string, among = ids) =>
  among.filter((id) => assignVariant(experiment, id) === variant).length / among.length

describe('an experiment', () => {
  it('[EVENT-11] shows a visitor the same variant every time', () => {
    for (const id of ids.slice(0, 50)) expect(assignVariant(test, id)).toBe(assignVariant({ ...test }, id))
  })

  it('[EVENT-11] assigns visitors to variants by weight', () => {
    expect(share(test, 'as-it-is')).toBeCloseTo(0.75, 1)
    expect(share(test, 'as-it-is') + share(test, 'price-first')).toBe(1)
  })

  it('[EVENT-11] assigns independently of another experiment', () => {
    const group = ids.filter((id) => assignVariant(test, id) === 'price-first')
    expect(share({ ...test, key: 'other' }, 'price-first', group)).toBeCloseTo(0.25, 1)
  })

  it('without a variant assigns nobody', () => {
    expect(assignVariant({ key: 'empty', variants: [] }, 'visitor-1')).toBeNull()
  })
})
