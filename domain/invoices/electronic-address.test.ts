import { describe, expect, it } from 'vitest'
import { readElectronicAddress } from './electronic-address.ts'

describe('the address of an electronic invoice', () => {
  it.each([
    ['SE', '0007:5567370431', '0007:5567370431'],
    ['SE', '73 8100 0000 003', '7381000000003'],
    ['NO', '0192:988077917', '0192:988077917'],
    ['DK', '5790000435951', '5790000435951'],
    ['DK', '0088:5790000435951', '0088:5790000435951'],
    ['DK', '0184:dk13585628', '0184:DK13585628'],
    ['DE', '04011000-1234512345-06', '04011000-1234512345-06'],
    ['DE', '991-01484-64', '991-01484-64'],
    ['DE', '0204:991-01484-64', '0204:991-01484-64'],
  ])('in %s may be %s', (country, text, read) => {
    expect(readElectronicAddress(country, text)).toBe(read)
  })

  it.each([
    ['SE', 'faktura'],
    ['SE', '7381000000005'],
    ['SE', '0088:7381000000005'],
    ['SE', '04011000-1234512345-06'],
    ['DK', '579000043595'],
    ['DE', '04011000-1234512345-07'],
    ['DE', '04011000'],
    ['NO', '0192:'],
    ['NO', '0192:988 077;917'],
  ])('in %s is not %s', (country, text) => {
    expect(readElectronicAddress(country, text)).toBeNull()
  })
})
