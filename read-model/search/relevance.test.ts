import { describe, expect, it } from 'vitest'
import { weighedText, type EntryWords } from '../build/index-words.server.ts'
import { planQuery } from './query-plan.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readWeighedWords, relevanceSteps, type WeighedWords } from './relevance.ts'
import { createSynonyms } from '../../domain/search/search-synonyms.ts'

const everything: Vocabulary = {
  has: () => true,
  hasDesignation: () => false,
  cellsNumbered: () => [],
  isBrand: () => false,
  hasBeginning: () => true,
  endingWith: () => [],
  nearest: () => [],
  shown: (stem) => stem,
}
const synonyms = createSynonyms('sv', [])
const nothing: EntryWords = {
  heads: '',
  kinds: '',
  cells: '',
  name: '',
  brand: '',
  codes: '',
  attributes: '',
  categories: '',
  fits: '',
  description: '',
}

function weighedWords(words: Partial<EntryWords>): WeighedWords {
  return readWeighedWords(weighedText({ ...nothing, ...words }))
}

/** The products from best to worst; equal ones in the given order. */
function ranked(
  query: string,
  products: Record<string, Partial<EntryWords>>,
  isPartial = false,
  vocabulary = everything,
): string[] {
  const plan = planQuery(query, 'sv', synonyms, vocabulary)
  const steps = relevanceSteps(plan, Object.values(products).map(weighedWords), isPartial)
  return Object.keys(products)
    .map((name, at) => ({ name, step: steps[at]! }))
    .sort((a, b) => a.step - b.step)
    .map(({ name }) => name)
}

describe('relevance of a product', () => {
  it('the product itself ranks above its accessories', () => {
    const order = ranked('monitor', {
      cable: { heads: 'cabl', kinds: 'cabl', name: 'c2g monitor cabl' },
      mount: { heads: 'mount', kinds: 'mount', name: 'chief mount', categories: 'tv monitor mount' },
      screen: { heads: 'monitor', kinds: 'monitor', name: 'hp e24 monitor' },
    })
    expect(order).toEqual(['screen', 'cable', 'mount'])
  })

  it('the name of its own brand ranks above the name of what it replaces', () => {
    const order = ranked('hp toner', {
      other: { heads: 'cartridg', kinds: 'cartridg', name: 'xerox tonr equivalent to hp', brand: 'xerox' },
      own: { heads: 'cartridg', kinds: 'cartridg', name: 'hp tonr cartridg', brand: 'hp' },
    })
    expect(order).toEqual(['own', 'other'])
  })

  it('a compound of a word is a kind of it and ranks above a product that is only in a category of that name', () => {
    const compounds = { ...everything, endingWith: () => ['geschenkgutschein'] }
    const plan = planQuery('gutschein', 'de', createSynonyms('de', []), compounds)
    const card = {
      heads: 'geschenkgutschein',
      kinds: 'geschenkgutschein',
      name: 'geschenkgutschein',
      categories: 'set gutschein geschenkgutschein',
    }
    const set = { heads: 'fotoset', kinds: 'set', name: 'fotoset', categories: 'set gutschein set' }
    const [cardStep, setStep] = relevanceSteps(plan, [card, set].map(weighedWords), false)
    expect(cardStep).toBeLessThan(setStep!)
  })

  it('a parent is not penalised for the names of its variants', () => {
    const order = ranked('monitor', {
      single: { kinds: 'monitor', name: 'hp e27' },
      parent: { kinds: 'monitor', name: 'hp e24 hp e24 2 pack hp e24 5 pack hp e24 20 pack hp e24 50 pack' },
    })
    expect(order).toEqual(['single', 'parent'])
    expect(order.toReversed()).toEqual(
      ranked('monitor', {
        parent: {
          kinds: 'monitor',
          name: 'hp e24 hp e24 2 pack hp e24 5 pack hp e24 20 pack hp e24 50 pack',
        },
        single: { kinds: 'monitor', name: 'hp e27' },
      }),
    )
  })

  it('small differences count as equal', () => {
    const order = ranked('monitor', {
      longer: { heads: 'monitor', kinds: 'monitor', name: 'hp e24 monitor 60 cm 1920 1080' },
      shorter: { heads: 'monitor', kinds: 'monitor', name: 'hp e27 monitor' },
    })
    expect(order).toEqual(['longer', 'shorter'])
  })

  it('a word for a kind of product is not matched with a brand whose name has the same stem', () => {
    const order = ranked('projektor', {
      screen: { heads: 'duk', kinds: 'projekt', name: 'projekt duk', brand: 'projekt' },
      itself: { heads: 'projekt', kinds: 'projekt', name: 'nec projekt', brand: 'nec' },
    })
    expect(order).toEqual(['itself', 'screen'])
  })

  it('where words are missing the kind of product counts more than its qualities', () => {
    const order = ranked(
      'trådlös mus',
      {
        keyboard: { heads: 'tangentbord', kinds: 'tangentbord', name: 'tradlos tangentbord' },
        mouse: { heads: 'mus', kinds: 'mus', name: 'mus med sladd' },
        another: { heads: 'mus', kinds: 'mus', name: 'mus optisk' },
      },
      true,
    )
    expect(order).toEqual(['mouse', 'another', 'keyboard'])
  })

  it('where words are missing the rarer one decides', () => {
    const chargers = Array.from({ length: 6 }, (_, n) => [
      `other${n}`,
      { name: `kabl lampa ${n}`, heads: 'kabl' },
    ])
    const order = ranked(
      'lampa kabel iphone',
      { ...Object.fromEntries(chargers), meant: { name: 'kabl iphon', heads: 'kabl' } },
      true,
    )
    expect(order[0]).toBe('meant')
  })

  it('a cell ranks above the holder and the lamp of its size', () => {
    const order = ranked('18650', {
      holder: { heads: 'batterihall', kinds: 'batterihall', name: 'batterihall 18650', attributes: '18650' },
      lamp: { heads: 'lamp', kinds: 'lamp', name: 'lamp', attributes: '18650' },
      cell: {
        kinds: 'litiumjoncell',
        cells: '18650 liion',
        name: '18650 litiumjoncell',
        attributes: '18650',
      },
    })
    expect(order).toEqual(['cell', 'holder', 'lamp'])
  })

  it('the accessory that a query asks for ranks above what it is for', () => {
    const alarm = { heads: 'brandvarn batteri', kinds: 'brandvarn', name: 'brandvarn 10 ar inbyggt batteri' }
    const pack = { heads: 'larmbatteri', kinds: 'batteri', name: 'larmbatteri till brandvarn' }
    const known = { ...everything, has: (stem: string) => ['batteri', 'brandvarn'].includes(stem) }
    for (const query of ['batteri till brandvarnare', 'brandvarnare batteri'])
      expect(ranked(query, { alarm, pack }, false, known), query).toEqual(['pack', 'alarm'])
    expect(ranked('brandvarnare', { pack, alarm }, false, known)).toEqual(['alarm', 'pack'])
  })

  it('what is for something else than the query names comes after what is general', () => {
    const order = ranked('aa', {
      alarms: { kinds: 'aa batteri', name: 'batteri aa till las' },
      any: { kinds: 'aa batteri', name: 'batteri aa basic' },
    })
    expect(order).toEqual(['any', 'alarms'])
  })
})
