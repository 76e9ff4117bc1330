import { describe, expect, it } from 'vitest'
import { dangerousGoodsClass, lacksLithiumFacts } from './dangerous-goods.ts'

const facts = (unNumber: string | null, energy: number | null = null, lithium: number | null = null) => ({
  unNumber,
  batteryEnergyMilliwattHours: energy,
  lithiumContentMilligrams: lithium,
})

describe('the class of dangerous goods', () => {
  it.each([
    [facts('UN3480', 100_000), 'lithium_small'],
    [facts('UN3481', 100_001), 'lithium_large'],
    [facts('UN3480'), 'lithium_large'],
    [facts('UN3090', null, 2000), 'lithium_small'],
    [facts('UN3091', null, 2001), 'lithium_large'],
    // The energy says nothing about metal, nor the lithium content about ion.
    [facts('UN3090', 1), 'lithium_large'],
    [facts('UN3480', null, 1), 'lithium_large'],
    [facts('UN2794'), 'lead_acid_wet'],
    [facts('UN2800'), 'lead_acid_sealed'],
    [facts('UN1950'), 'other'],
    [facts('none'), null],
    [facts(null), null],
  ])('of %o is %s', (given, expected) => {
    expect(dangerousGoodsClass(given)).toBe(expected)
  })

  it('needs the energy of lithium ion and the content of lithium metal', () => {
    expect([facts('UN3481'), facts('UN3090', 5)].map(lacksLithiumFacts)).toEqual([true, true])
    const complete = [
      facts('UN3481', 5),
      facts('UN3090', null, 5),
      facts('UN2794'),
      facts('none'),
      facts(null),
    ]
    expect(complete.map(lacksLithiumFacts)).toEqual(complete.map(() => false))
  })
})
