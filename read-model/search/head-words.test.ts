import { describe, expect, it } from 'vitest'
import { categoryHeads, kindHeads, nameHeads } from './head-words.ts'

describe('head words', () => {
  it('the last word of a phrase is the head, not its modifiers or what it is for', () => {
    expect(nameHeads('Targus CNP1 notebook case 40.6 cm (16") Messenger case Black', 'Targus')).toBe('case')
    expect(nameHeads('HP 8530p Notebook Black,Silver 39.1 cm', 'HP')).toBe('Notebook')
    expect(nameHeads('C2G Monitor Cable for HP ProBook', 'C2G')).toBe('Cable')
    expect(nameHeads('Datorbatteri till Dell Inspiron 15', 'Dell')).toBe('Datorbatteri')
  })

  it('a name in the store’s language begins with the head', () => {
    expect(nameHeads('Ficklampa Stark', 'Lumi')).toContain('Ficklampa')
    expect(nameHeads('Laddkabel USB-C 2 m 100 W', 'Trådfast')).toBe('Laddkabel')
  })

  it('a category contains what its last word names, and every plural beside it', () => {
    expect(categoryHeads('Laptop Bags')).toBe('Bags')
    expect(categoryHeads('Headphones & Headsets')).toBe('Headphones Headsets')
    expect(categoryHeads('TV & Monitor Mounts')).toBe('Mounts')
    expect(categoryHeads('Kablar och adaptrar')).toBe('Kablar adaptrar')
    expect(categoryHeads('Hörapparatsbatterier (brun)')).toBe('Hörapparatsbatterier')
  })

  it('a category named by a size contains the same kind of product as its parent', () => {
    expect(kindHeads(['Knappceller', 'Litium CR 3 V', 'CR2032'])).toContain('Knappceller')
    expect(kindHeads(['Knappceller', 'Laddbara knappceller'])).toBe('knappceller')
    expect(kindHeads(['Elektronik', 'Kablar'])).toBe('Kablar')
  })
})
