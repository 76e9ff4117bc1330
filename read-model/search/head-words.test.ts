import { describe, expect, it } from 'vitest'
import { categoryHeads, kindHeads, nameHeads } from './head-words.ts'

describe('which words name the thing', () => {
  it('the last of a run of words does, not what stands before it or what it is for', () => {
    expect(nameHeads('Targus CNP1 notebook case 40.6 cm (16") Messenger case Black', 'Targus')).toBe('case')
    expect(nameHeads('HP 8530p Notebook Black,Silver 39.1 cm', 'HP')).toBe('Notebook')
    expect(nameHeads('C2G Monitor Cable for HP ProBook', 'C2G')).toBe('Cable')
    expect(nameHeads('Datorbatteri till Dell Inspiron 15', 'Dell')).toBe('Datorbatteri')
  })

  it('a name in the language of the store begins with the thing', () => {
    expect(nameHeads('Ficklampa Stark', 'Lumi')).toContain('Ficklampa')
    expect(nameHeads('Laddkabel USB-C 2 m 100 W', 'Trådfast')).toBe('Laddkabel')
  })

  it('a category holds what its last word says, and every plural beside it', () => {
    expect(categoryHeads('Laptop Bags')).toBe('Bags')
    expect(categoryHeads('Headphones & Headsets')).toBe('Headphones Headsets')
    expect(categoryHeads('TV & Monitor Mounts')).toBe('Mounts')
    expect(categoryHeads('Kablar och adaptrar')).toBe('Kablar adaptrar')
    expect(categoryHeads('Hörapparatsbatterier (brun)')).toBe('Hörapparatsbatterier')
  })

  it('a category named by a size holds the kind of thing that the one above it does', () => {
    expect(kindHeads(['Knappceller', 'Litium CR 3 V', 'CR2032'])).toContain('Knappceller')
    expect(kindHeads(['Knappceller', 'Laddbara knappceller'])).toBe('knappceller')
    expect(kindHeads(['Elektronik', 'Kablar'])).toBe('Kablar')
  })
})
