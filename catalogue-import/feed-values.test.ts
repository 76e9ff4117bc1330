import { minor } from '../domain/money/money.ts'
import { describe, expect, it } from 'vitest'
import { hasMarkup } from '../domain/content/text-of-html.ts'
import { readAmount, readDate, readFits, readPeriod, readTiers } from './feed-values.ts'
import { productSlugOf, productSlugsOf, slugIn, slugOf } from '../domain/stores/slug.ts'

const zone = 'Europe/Stockholm'

describe('values of a feed', () => {
  it.each([
    ['129.00 SEK', { minor: 12900, repair: null }],
    ['129 SEK', { minor: 12900, repair: null }],
    ['129.5 SEK', { minor: 12950, repair: null }],
    ['1049,00 SEK', { minor: 104900, repair: 'decimal_comma' }],
    ['1.299,00 SEK', { minor: 129900, repair: 'grouped_amount' }],
    ['1,299.00 SEK', { minor: 129900, repair: 'grouped_amount' }],
    ['1 299,00 SEK', { minor: 129900, repair: 'grouped_amount' }],
    ['SEK 1 299,00', { minor: 129900, repair: 'grouped_amount' }],
    ['129.00SEK', { minor: 12900, repair: null }],
    ['9999999999.99 SEK', { minor: 999999999999, repair: null }],
  ])('reads the amount %s', (text, value) => {
    expect(readAmount(text, 'SEK')).toEqual({ ok: true, value })
  })

  it.each([
    ['129.00', 'missing_currency'],
    ['1 299,00', 'missing_currency'],
    ['SEK', 'bad_amount'],
    ['SEK 129.00 SEK', 'bad_amount'],
    ['1,049 SEK', 'ambiguous_amount'],
    ['1.049 SEK', 'ambiguous_amount'],
    ['129.00 €', 'bad_currency'],
    ['129.005 SEK', 'ambiguous_amount'],
    ['1129.005 SEK', 'bad_amount'],
    ['1e3 SEK', 'bad_amount'],
    ['99999999999 SEK', 'bad_amount'],
    ['-209.00 SEK', 'negative_amount'],
    ['0.00 SEK', 'zero_amount'],
    ['346.00 kr', 'bad_currency'],
    ['640.00 SEKK', 'bad_currency'],
    ['90110.00 XYZ', 'bad_currency'],
    ['11.95 EUR', 'wrong_currency'],
  ])('refuses the amount %s as %s', (text, code) => {
    expect(readAmount(text, 'SEK')).toEqual({ ok: false, code })
  })

  it('reads a date by the clock of the store, and an offset as written', () => {
    expect(readDate('2026-12-04T00:00+0100', zone)).toEqual({ ok: true, value: '2026-12-03T23:00:00.000Z' })
    expect(readDate('2026-12-04', zone)).toEqual({ ok: true, value: '2026-12-03T23:00:00.000Z' })
    expect(readDate('2026-02-30', zone)).toEqual({ ok: false, code: 'bad_date' })
  })

  it('reads a period whose end comes after its start, and open sides; its last day is within it', () => {
    const period = (startsAt: string | null, endsAt: string | null) => ({
      ok: true,
      value: { startsAt, endsAt },
    })
    expect(readPeriod('2026-10-01T00:00+0100/2027-03-31T23:59+0200', zone)).toEqual(
      period('2026-09-30T23:00:00.000Z', '2027-03-31T21:59:00.000Z'),
    )
    expect(readPeriod('2026-12-01/2026-12-31', zone)).toEqual(
      period('2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'),
    )
    expect(readPeriod('2026-12-24/2026-12-24', zone).ok).toBe(true)
    expect(readPeriod('1970-01-01T00:00:00.000Z/9999-01-01T00:00:00.000Z', zone)).toEqual(period(null, null))
    expect(readPeriod('1970-01-01/9999-12-31', zone)).toEqual(period(null, null))
    expect(readPeriod('2027-01-01/2026-01-01', zone).ok).toBe(false)
    expect(readPeriod('2027-01-01', zone).ok).toBe(false)
  })

  it('reads quantity prices that rise in quantity and fall in price', () => {
    expect(readTiers('10:119.00;50:109.00', minor(12900))).toEqual({
      ok: true,
      value: {
        tiers: [
          { minQuantity: 10, priceMinor: 11900 },
          { minQuantity: 50, priceMinor: 10900 },
        ],
        repair: null,
      },
    })
    expect(readTiers('10:1.199,00', minor(129900))).toEqual({
      ok: true,
      value: { tiers: [{ minQuantity: 10, priceMinor: 119900 }], repair: 'grouped_amount' },
    })
    expect(readTiers('10:1.199', minor(129900))).toEqual({ ok: false, code: 'ambiguous_amount' })
    for (const wrong of ['10:129.00', '10:119;5:109', '10:119;20:119', '1:100', '10=119', ';', '10:0']) {
      expect(readTiers(wrong, minor(12900)).ok, wrong).toBe(false)
    }
  })

  it('sees markup also when it is written with entities', () => {
    for (const bad of [
      '<b>x</b>',
      'a <img src=x>',
      '&lt;script&gt;',
      '&#60;i>',
      '&#x3C;a',
      '<!-- -->',
      '</p>',
    ]) {
      expect(hasMarkup(bad), bad).toBe(true)
    }
    for (const good of ['Cable < 3 m', '5 <-> 12 V', 'AT&T', 'a <3', '19" rack'])
      expect(hasMarkup(good), good).toBe(false)
  })

  it('reads the devices that a description names', () => {
    expect(readFits('Ink. Fits: HP Designjet 5000, 5000ps, 5500. OEM code: C4935A.')).toEqual([
      'HP Designjet 5000',
      'HP Designjet 5000ps',
      'HP Designjet 5500',
    ])
    expect(readFits('Fits: Canon 2.5 Pro, Business Inkjet 1000; 1100.')).toEqual([
      'Canon 2.5 Pro',
      'Business Inkjet 1000',
      'Business Inkjet 1100',
    ])
    expect(readFits('It fits everything.')).toBeNull()
  })

  it('makes addresses of any name', () => {
    expect(slugOf('Blåbärssoppa & Öl (größe Ø)')).toBe('blabarssoppa-ol-grosse-o')
    expect(slugIn({ iso: 'de-DE' }, 'Akkus für Hörgeräte, groß (Ähre)')).toBe(
      'akkus-fuer-hoergeraete-gross-aehre',
    )
    expect(productSlugOf({ iso: 'de-DE' }, 'Prüfgerät', 'Ü-1')).toBe('pruefgeraet-u-1')
    expect(slugIn({ iso: 'sv-SE' }, 'Hörapparat')).toBe('horapparat')
    expect(slugOf('電池')).toMatch(/^n[0-9a-f]{8}$/)
    expect(slugOf('a'.repeat(200))).toHaveLength(80)
    expect(productSlugOf({ iso: 'sv-SE' }, 'HP 80', '1400')).toBe('hp-80-1400')
    expect(productSlugOf({ iso: 'sv-SE' }, 'Laddare 20 W, grön', 'laddare-20-w-gron')).toBe(
      'laddare-20-w-gron',
    )
    expect(productSlugOf({ iso: 'de-DE' }, 'Ladegerät', 'ladegerat')).toBe('ladegerat')
    expect(productSlugsOf({ iso: 'sv-SE' }, 'Laddare grön', 'laddare-gron')).toEqual([
      'laddare-gron',
      'laddare-gron-laddare-gron',
    ])
    expect(productSlugsOf({ iso: 'sv-SE' }, 'Lampa', 'ROD')).toEqual(['lampa-rod'])
  })
})
