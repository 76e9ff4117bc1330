import { describe, expect, it } from 'vitest'
import { stores, storeCodes } from '../../domain/stores/stores.ts'
import { nameSortKey } from './name-order.server.ts'

const names = [
  'Zinkbatteri',
  'Ångström',
  'Ängsbatteri',
  'Örebatteri',
  'Abel',
  'abel 10-pack',
  'Abel 9-pack',
  'Äpple',
  'Ærø',
  'Øl',
  'Über',
  'Unter',
  'Straße',
  'Strasse 2',
  'Olje',
  '9V',
  '10V',
  'LR44',
  'LR6',
  'Zebra',
]

const letters: Record<string, string[]> = {
  sv: ['Abel', 'Zebra', 'Ångström', 'Ängsbatteri', 'Örebatteri'],
  no: ['Abel', 'Zebra', 'Ærø', 'Øl', 'Ångström'],
  da: ['Abel', 'Zebra', 'Ærø', 'Øl', 'Ångström'],
  de: ['Abel', 'Äpple', 'Olje', 'Örebatteri', 'Straße', 'Über', 'Unter', 'Zebra'],
}

describe('names', () => {
  it.each(storeCodes)('are ordered as readers in %s expect', (store) => {
    const key = (name: string) => nameSortKey(name, store)
    expect(letters[store]!.toReversed().sort((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(letters[store])
    const collator = new Intl.Collator(stores[store].iso, { numeric: true, sensitivity: 'base' })
    for (const a of names) {
      for (const b of names) {
        const expected = Math.sign(collator.compare(a, b))
        const actual = key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0
        if (expected !== 0) expect(actual, `${a} / ${b}`).toBe(expected)
      }
    }
  })

  it('are sorted by the value of their numbers', () => {
    expect(
      ['LR44', 'LR6', '10V', '9V'].sort((a, b) => (nameSortKey(a, 'sv') < nameSortKey(b, 'sv') ? -1 : 1)),
    ).toEqual(['9V', '10V', 'LR6', 'LR44'])
  })
})
