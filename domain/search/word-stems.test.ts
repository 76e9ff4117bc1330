import { describe, expect, it } from 'vitest'
import type { StoreCode } from '../stores/stores.ts'
import { foldedWords } from './search-words.ts'
import { stemOf } from './word-stems.ts'

/** Each line is the inflected forms of one word. */
const forms: Record<StoreCode, string[]> = {
  sv: [
    'batteri batteriet batterier batterierna batteriets',
    'laddare laddaren laddarna',
    'kabel kabeln kablar kablarna',
    'adapter adaptern adaptrar',
    'knappcell knappceller knappcellerna',
    'lampa lampor lampan lamporna',
    'laddbar laddbart laddbara',
    'klocka klockor klockan',
    'hörapparat hörapparater',
    'nyckel nycklar',
    'brandvarnare brandvarnaren',
    'cable cables',
    'notebook notebooks',
  ],
  no: [
    'batteri batteriet batterier batteriene',
    'lader ladere laderen laderne',
    'kabel kabelen kabler kablene',
    'knappcelle knappceller knappcellen',
    'lykt lykter lykten',
    'oppladbar oppladbart oppladbare',
    'høreapparat høreapparater høreapparatet',
    'nøkkel nøkler',
  ],
  de: [
    'Batterie Batterien',
    'Ladegerät Ladegeräte Ladegeräten Ladegeräts',
    'Kabel Kabeln Kabels',
    'Knopfzelle Knopfzellen',
    'Akku Akkus',
    'Adapter Adaptern Adapters',
    'Lampe Lampen',
    'wiederaufladbar wiederaufladbare wiederaufladbaren',
    'Schlüssel Schlüsseln',
    'Rauchmelder Rauchmeldern',
  ],
  da: [
    'batteri batteriet batterier batterierne',
    'oplader opladere opladeren opladerne',
    'kabel kablet kabler kablerne',
    'knapcelle knapceller knapcellen',
    'lygte lygter lygten',
    'genopladelig genopladelige genopladeligt',
    'lampe lamper',
  ],
}

describe('word stems', () => {
  for (const [store, lines] of Object.entries(forms) as [StoreCode, string[]][]) {
    it(`a word of the ${store} store has one stem in all its forms`, () => {
      for (const line of lines)
        expect(new Set(foldedWords(line).map((word) => stemOf(word, store))).size, line).toBe(1)
    })
  }

  it('designations and short words are not stemmed', () => {
    for (const word of ['aa', 'aaa', 'cr2032', 'lr6', 'led', 'usb', '12v'])
      expect(stemOf(word, 'sv')).toBe(word)
  })

  it('different things keep different stems', () => {
    for (const [a, b] of [
      ['batteri', 'batterist'],
      ['laddare', 'ladda-kabel'],
      ['lampa', 'lamell'],
      ['kabel', 'kapell'],
    ])
      expect(stemOf(a!, 'sv')).not.toBe(stemOf(b!, 'sv'))
  })
})
