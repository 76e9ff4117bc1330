import { describe, expect, it } from 'vitest'
import { cellFamily, cellName, readBatterySize } from './battery-size.ts'

const cell = (size: string) => ({ kind: 'cell', size })

describe('parsing a list’s battery entry', () => {
  it.each([
    ['AA', 'aa'],
    ['LR6', 'aa'],
    ['LR03', 'aaa'],
    ['AAA Lithium', 'aaa'],
    ['LR14', 'c'],
    ['LR20', 'd'],
    ['LR1', 'n'],
    ['CR123', 'cr123a'],
    ['CR123a', 'cr123a'],
    ['123A', 'cr123a'],
    ['CR123A-3V', 'cr123a'],
    ['CR123A Lithium', 'cr123a'],
    ['CR123A + USB', 'cr123a'],
    ['9v', '9v'],
    ['PP3', '9v'],
    ['23A', 'a23'],
    ['CR2 Lithium', 'cr2'],
    ['CR2', 'cr2'],
    ['CR2477T', 'cr2477'],
    ['LS14250', 'er14250'],
    ['FDK CR17450E-N (3V)', 'cr17450'],
    [' cr 2032 ', 'cr2032'],
  ])('knows %s as %s', (text, size) => {
    expect(readBatterySize(text)).toEqual(cell(size))
  })

  it.each([
    'Rechargeable',
    'MANUAL',
    'Manual',
    'Irreplaceable',
    'Solar',
    'Sealed 10-Year',
    'USB-C Rechargeable Pack',
  ])('sees nothing to change in %s', (text) => expect(readBatterySize(text)).toEqual({ kind: 'fixed' }))

  it.each([
    ['IKEA BRAUNIT', 'BRAUNIT'],
    ['APCRBC164-LI', 'APCRBC164-LI'],
    ['LP103454 3.7v 700mah', 'LP103454'],
  ])('takes %s for a battery of its own', (text, part) => {
    expect(readBatterySize(text)).toEqual({ kind: 'pack', part })
  })

  it.each([
    ['CR2023', 'cr2032'],
    ['CR132A', 'cr123a'],
    ['CR2540', 'cr2450'],
  ])('mends %s, where exchanging two neighbours gives one cell that exists', (text, size) => {
    expect(readBatterySize(text)).toEqual({ ...cell(size), repaired: 'swapped_neighbours' })
  })

  it.each(['CR456', 'LR14250', '12V9AH-SLA', 'Zooz ZSE41', '', '3V'])(
    'refuses %s rather than guess',
    (text) => {
      expect(readBatterySize(text)).toMatchObject({ kind: 'refused' })
    },
  )
})

describe('families of cells', () => {
  it('distinguish another size from another kind of product', () => {
    expect(cellFamily('za312')).toBe(cellFamily('za13'))
    expect(cellFamily('cr2032')).toBe(cellFamily('cr2025'))
    expect(cellFamily('aa')).not.toBe(cellFamily('cr2032'))
    expect(cellFamily('er14250')).toBeNull()
  })

  it('have their common names', () => {
    expect(['za312', 'crp2', 'cr2032', '9v'].map(cellName)).toEqual(['312', 'CR-P2', 'CR2032', '9V'])
  })
})
