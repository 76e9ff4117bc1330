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

  it('a noun behind a designation is a head, a unit is none', () => {
    expect(nameHeads('18650-litiumjoncell 3500 mAh', 'Everloop')).toBe('18650-litiumjoncell')
    expect(nameHeads('USB-C-laddare 65 W', 'Ampeo')).toBe('laddare')
    expect(nameHeads('18650-Lithium-Ionen-Zelle 3500 mAh', 'Everloop')).toBe('Zelle')
    expect(nameHeads('Switch 24-port', 'HP')).not.toContain('port')
  })

  it('what a category’s products are for is not their kind', () => {
    expect(categoryHeads('Batterier till larm & brandvarnare')).toBe('Batterier')
    expect(categoryHeads('Laddare till verktygsbatterier')).toBe('Laddare')
    expect(categoryHeads('Akku-Ladegeräte')).toBe('Ladegeräte')
    expect(kindHeads(['Batterier', 'Mobilbatterier', 'Mobilbatterier Samsung'])).toBe('Mobilbatterier')
    expect(kindHeads(['Kablar', 'Kablar och adaptrar'])).toBe('Kablar adaptrar')
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
