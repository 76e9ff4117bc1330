import { expect, it } from 'vitest'
import { readTypeKey } from './type-key.ts'

it('reads manufacturer and type as the papers and people write them', () => {
  expect(readTypeKey('0603', 'bgu')).toEqual({ hsn: '0603', tsn: 'BGU' })
  expect(readTypeKey(' 06 03 ', 'BGU000123')).toEqual({ hsn: '0603', tsn: 'BGU' })
  for (const [hsn, tsn] of [
    ['603', 'BGU'],
    ['0603', 'BG'],
    ['06O3', 'BGU'],
    ['', ''],
  ] as const)
    expect(readTypeKey(hsn, tsn)).toBeNull()
})
