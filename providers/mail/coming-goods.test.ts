import { describe, expect, it } from 'vitest'
import { storeCodes } from '../../domain/stores/stores.ts'
import { mailExamples } from '../../test/mails/mail-examples.ts'

const plain = (text: string | undefined) => text?.replaceAll(/[\u00A0\u202F\u2009]/g, ' ')

describe('what a buyer reads about goods that are still to come', () => {
  const expected = {
    sv: {
      known: '1 × Batteri 12 V 70 Ah: Beräknad leverans 1–2 december 2026',
      unknown: '2 × Batteri 12 V 60 Ah: Leveransdatumet är inte klart än',
      moved: '2 × Batteri 12 V 60 Ah: i lager hos oss 14 december 2026, tidigare 30 november 2026.',
      cancel: 'kan du avbeställa dem utan kostnad',
    },
    no: {
      known: '1 × Batteri 12 V 70 Ah: Beregnet levering 1.–2. desember 2026',
      unknown: '2 × Batteri 12 V 60 Ah: Leveringsdatoen er ikke klar ennå',
      moved: '2 × Batteri 12 V 60 Ah: på lager hos oss 14. desember 2026, tidligere 30. november 2026.',
      cancel: 'kan du avbestille dem uten kostnad',
    },
    da: {
      known: '1 × Batteri 12 V 70 Ah: Forventet levering 1.–2. december 2026',
      unknown: '2 × Batteri 12 V 60 Ah: Leveringsdatoen er endnu ikke kendt',
      moved:
        '2 × Batteri 12 V 60 Ah: på lager hos os den 14. december 2026, tidligere den 30. november 2026.',
      cancel: 'kan du annullere dem uden omkostninger',
    },
    de: {
      known: '1 × Batterie 12 V 70 Ah: Voraussichtliche Lieferung 1.–2. Dezember 2026',
      unknown: '2 × Batterie 12 V 60 Ah: Der Liefertermin steht noch nicht fest',
      moved: '2 × Batterie 12 V 60 Ah: bei uns auf Lager am 14. Dezember 2026, bisher am 30. November 2026.',
      cancel: 'können Sie sie kostenlos stornieren',
    },
  } as const

  it.each(storeCodes)('in %s: a part names each line that is left, with its days', async (store) => {
    const {
      'order-shipped': [whole, part],
    } = await mailExamples(store)
    const { known, unknown } = expected[store]
    expect(plain(part?.text)).toContain(`${known}\n${unknown}`)
    expect(plain(whole?.text)).not.toContain(known.split(': ')[1])
  })

  it.each(storeCodes)('in %s: a later date comes with the former one and how to cancel', async (store) => {
    const {
      'order-date-moved': [mail],
    } = await mailExamples(store)
    const { moved, cancel } = expected[store]
    expect(plain(mail?.text)).toContain(moved)
    expect(mail?.text).toContain(cancel)
    expect(mail?.text).toContain(`https://shop.example/${store}/checkout/confirmation/token`)
  })
})
