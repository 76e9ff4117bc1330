import { describe, expect, it } from 'vitest'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { askApi } from './shop-client.ts'

interface Answer {
  suggestions: { shown_for: string | null; queries: string[]; categories: { uri: string }[] }
}

describe.each(storeCodes)('a search in the %s store', (store) => {
  it('[API-06] says ways on where it was mistyped or finds nothing', async () => {
    const right = { sv: 'ficklampa', no: 'lommelykt', de: 'taschenlampe', da: 'lommelygte' }[store]
    const ask = async (query: string) =>
      (await askApi<Answer>(baseUrl(), store, 'products', { query })).json.suggestions
    expect((await ask(right.replace('l', 'll'))).shown_for).toBe(right)
    expect(await ask(right)).toEqual({ shown_for: null, queries: [], categories: [] })
    expect((await ask('qzxqzx wvwvw')).categories[0]?.uri).toMatch(`/${store}/artiklar/`)
  })
})
