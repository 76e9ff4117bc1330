import { describe, expect, it } from 'vitest'
import { isLikelyPlate, plateExample, readPlate } from './plate.ts'

const countries = ['SE', 'NO', 'DE', 'DK'] as const

describe('registration numbers', () => {
  it('[PAGE-10] are equal in any spelling', () => {
    for (const text of ['abc123', 'ABC 123', ' abc-123 ', 'a b c 1.2.3'])
      expect(readPlate('SE', text)).toEqual({ ok: true, plate: 'ABC123', shown: 'ABC 123' })
    expect(readPlate('SE', 'abc12d')).toMatchObject({ plate: 'ABC12D' })
    expect(readPlate('NO', 'ek 12345')).toEqual({ ok: true, plate: 'EK12345', shown: 'EK 12345' })
    expect(readPlate('DE', 'm-ün 123 E')).toMatchObject({ plate: 'MÜN123E' })
    expect(readPlate('DK', 'ab12345')).toEqual({ ok: true, plate: 'AB12345', shown: 'AB 12 345' })
  })

  it.each(countries)('of %s are shown by an example that is one', (country) => {
    expect(readPlate(country, plateExample(country)).ok).toBe(true)
  })

  it.each([
    ['SE', 'AB123'],
    ['SE', 'IQV123'],
    ['NO', 'E12345'],
    ['DE', '1234'],
    ['DE', 'BERLIN12345'],
    ['DK', 'A12345'],
    ['SE', ''],
    ['SE', "';--"],
  ] as const)('of %s are not %s', (country, text) => {
    expect(readPlate(country, text)).toEqual({ ok: false, code: 'malformed' })
  })

  it.each([
    ['SE', 'ANO 001', 0, true],
    ['SE', 'ABC123', 4, false],
    ['DE', 'B-AN 1001', 36, true],
    ['DE', 'b an 1001', 36, true],
    ['DE', 'CR2032', 6, false],
    ['DE', 'LR 44', 3, false],
    ['DE', 'xyzzyq', 0, false],
    ['SE', 'bilbatteri ABC123', 0, true],
    ['SE', 'batteri till ABC 12D', 0, true],
    ['SE', 'abc 123 bilbatteri', 0, true],
    ['SE', 'bilbatteri ABC123', 4, false],
    ['NO', 'bilbatteri til EK 12345', 0, true],
    ['DE', 'autobatterie für B-AN 1001', 36, true],
    ['DE', 'akku xperia xz2', 0, false],
    ['SE', 'bilbatteri 60 ah', 0, false],
  ] as const)('of %s may be meant by a search for %s with %i hits: %s', (country, query, hits, likely) => {
    expect(isLikelyPlate(country, query, hits > 0)).toBe(likely)
  })
})
