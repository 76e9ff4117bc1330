import { describe, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, askApi } from './shop-client.ts'

interface Answer {
  suggestions: {
    shown_for: string | null
    queries: string[]
    categories: { uri: string }[]
    is_plate: boolean
  }
}

describe.each(storeCodes)('a search in the %s store', (store) => {
  it('[API-06] returns alternatives for a mistyped term or an empty result', async () => {
    const right = { sv: 'ficklampa', no: 'lommelykt', de: 'taschenlampe', da: 'lommelygte' }[store]
    const ways = async (query: string) =>
      (await askApi<Answer>(baseUrl(), store, 'products', { query })).json.suggestions
    expect((await ways(right.replace('l', 'll'))).shown_for).toBe(right)
    expect(await ways(right)).toEqual({
      shown_for: null,
      instead_of: null,
      queries: [],
      categories: [],
      is_plate: false,
    })
    expect((await ways('qzxqzx wvwvw')).categories[0]?.uri).toMatch(`/${store}/artiklar/`)
  })

  it('says that a term may be a registration number, unless products contain it', async () => {
    const plate = { sv: 'abc 123', no: 'ek 12345', de: 'B-AN 1234', da: 'ab 12 345' }[store]
    const isPlate = async (query: string) =>
      (await askApi<Answer>(baseUrl(), store, 'products', { query })).json.suggestions.is_plate
    expect(await isPlate(plate)).toBe(true)
    for (const other of ['CR2032', 'bilbatteri', '']) expect(await isPlate(other), other).toBe(false)
  })

  it('[ROUTE-14] [ROUTE-15] [ROUTE-16] [ROUTE-17] has a results page that is not indexed', async () => {
    const { status, text } = await ask(baseUrl(), links.search(store, 'mignon'))
    expect(status).toBe(200)
    expect(text).toContain('<meta name="robots" content="noindex, follow"')
  })

  it('responds to any pasted text, however long', async () => {
    for (const query of [
      'x'.repeat(10_000),
      'batteri '.repeat(1_300),
      '"'.repeat(10_000),
      'å🔋'.repeat(1_500),
    ]) {
      for (const call of ['products', 'search-triggers', 'devices'])
        expect((await askApi<unknown>(baseUrl(), store, call, { query })).status, call).toBe(200)
      const page = await ask(baseUrl(), links.search(store, query))
      expect(page.status).toBe(302)
      expect((await ask(baseUrl(), String(page.headers['location']))).status).toBe(200)
    }
  })

  it('redirects at once for exactly the word of a hint, case-insensitively', async () => {
    const word = { sv: 'Retur', no: 'retur', de: 'Retoure', da: ' retur ' }[store]
    const { status, headers } = await ask(baseUrl(), links.search(store, word))
    expect([status, headers['location']]).toEqual([302, `/${store}/returns-info`])
    const hints = await askApi<{ redirect: boolean; url: string }[]>(baseUrl(), store, 'search-triggers', {
      query: word,
    })
    expect(hints.json[0]).toMatchObject({ redirect: true, url: `/${store}/returns-info` })
    expect((await ask(baseUrl(), links.search(store, `${word} batteri`))).status).toBe(200)
  })
})
