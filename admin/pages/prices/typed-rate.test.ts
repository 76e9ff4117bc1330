import { expect, it } from 'vitest'
import { readRate, writeRate } from './typed-rate.ts'

it('reads a rate with a comma or a point, and nothing that is none', () => {
  expect(['0,0871', '11.48', ' 1 ', '0.000001', '1000'].map(readRate)).toEqual([
    0.0871, 11.48, 1, 0.000001, 1000,
  ])
  for (const text of ['', '0', '-1', '1e3', '1.1234567', '1000.5', '1 000', '1,2,3', 'SEK'])
    expect(readRate(text), text).toBeNull()
  expect(readRate(writeRate(0.0871, 'sv-SE'))).toBe(0.0871)
  expect(writeRate(1000, 'de-DE')).toBe('1000')
})
