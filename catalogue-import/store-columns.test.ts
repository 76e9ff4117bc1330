import { describe, expect, it } from 'vitest'
import type { MappedField } from '../domain/catalogue/column-mapping.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { mappedStores, mappingProblem, suggestedColumns, suggestedFields } from './mapped-table.ts'
import { fieldsOfStore, mappingOfStore, storeHeading } from './store-columns.ts'

const fieldOf = (heading: string) => suggestedFields([heading])[0] ?? null

describe('the store that a heading names', () => {
  it.each([
    ['Title (sv)', 'title', ['sv']],
    ['title_de', 'title', ['de']],
    ['Name [no]', 'title', ['no']],
    ['Name - Norsk', 'title', ['no']],
    ['Description DE', 'description', ['de']],
    ['Beskrivelse (Danmark)', 'description', ['da']],
    ['Beschreibung deutsch', 'description', ['de']],
    ['title_sv-SE', 'title', ['sv']],
    ['Price DKK', 'price', ['da']],
    ['price_eur', 'price', ['de']],
    ['price_sv', 'price', ['sv']],
    ['Pris (kr)', 'price', ['sv', 'no', 'da']],
    ['Lagersaldo (no)', 'quantity', ['no']],
    ['Color (sv)', 'color', ['sv']],
    ['Größe (de)', 'size', ['de']],
  ])('%s', (heading, field, stores) => {
    expect(storeHeading(heading, fieldOf)).toEqual({ field, stores })
  })

  it.each([
    'Article no',
    'Item no',
    'EAN no',
    'Title',
    'Title (long)',
    'Title (EUR)',
    'Price (USD)',
    'sv',
    '',
  ])('is none in %s', (heading) => expect(storeHeading(heading, fieldOf)).toBeNull())

  it('is looked for in headings of ordinary length, quickly', () => {
    expect(storeHeading(`Title ${'_'.repeat(100_000)} sv`, fieldOf)).toBeNull()
    expect(storeHeading(`Title ${'('.repeat(180)}sv`, fieldOf)).toBeNull()
  })
})

describe('suggestions of stores', () => {
  const suggest = (columns: string[], chosen: StoreCode = 'sv') =>
    suggestedColumns(columns, chosen).map(({ field, store }) => (field ? `${field} ${store}` : null))

  it('give what names no store to the chosen one, where the file has names of another', () => {
    expect(suggest(['Artnr', 'Benämning', 'Title (de)', 'Pris', 'Price EUR', 'Saldo'])).toEqual([
      'id null',
      'title sv',
      'title de',
      'price sv',
      'price de',
      'quantity null',
    ])
  })

  it('are none where the file has no names of products for a store', () => {
    expect(suggest(['Artnr', 'Benämning', 'Pris', 'Saldo'])).toEqual([
      'id null',
      'title null',
      'price null',
      'quantity null',
    ])
    expect(suggest(['Artnr', 'Title (sv)', 'Price SEK', 'Price DKK', 'Saldo'])[3]).toBeNull()
  })

  it('give choices stores where the file has the words of several', () => {
    const titles = ['Artnr', 'Title (sv)', 'Title (de)', 'Price SEK', 'Price EUR', 'Saldo']
    expect(suggest([...titles, 'Color', 'Farbe (de)', 'Size']).slice(6)).toEqual([
      'color sv',
      'color de',
      'size null',
    ])
  })

  it('take the chosen store of several that share a currency, and say all', () => {
    const columns = ['Artnr', 'Title (sv)', 'Title (no)', 'Pris (kr)', 'Price NOK', 'Saldo']
    expect(suggest(columns)[3]).toBe('price sv')
    expect(suggest(columns, 'de')[3]).toBeNull()
    expect(suggestedColumns(columns, 'de')[3]!.stores).toEqual(['sv', 'no', 'da'])
  })
})

describe('a mapping with columns of stores', () => {
  const field = (name: string, column: string, store?: StoreCode): MappedField => ({
    field: name,
    column,
    text: '',
    steps: [],
    ...(store && { store }),
  })
  const fields = [
    field('id', 'Nr'),
    field('title', 'Namn'),
    field('price', 'Pris'),
    field('quantity', 'Saldo'),
    field('title', 'Name', 'de'),
    field('price', 'Preis', 'de'),
  ]
  const columnsOf = (code: StoreCode, some = fields) =>
    fieldsOfStore({ fields: some }, code).map(({ column }) => column)

  it('gives a store its own texts and prices, and what all stores have in common', () => {
    expect(columnsOf('de')).toEqual(['Nr', 'Saldo', 'Name', 'Preis'])
    expect(columnsOf('sv')).toEqual(['Nr', 'Namn', 'Pris', 'Saldo'])
    expect(mappedStores({ fields }, 'sv')).toEqual(['sv', 'de'])
    expect(mappedStores({ fields: fields.toSpliced(1, 1) }, 'sv')).toEqual(['de'])
    expect(mappingProblem({ fields })).toBeNull()
  })

  it('keeps what others call the choices beside the fields of a store', () => {
    const choices = [field('color', 'Färg', 'sv'), field('color', 'Farbe', 'de'), field('size', 'Mått')]
    const { fields: kept } = mappingOfStore({ fields: [...fields, ...choices] }, 'de')
    expect(kept.map(({ column, store }) => [column, store])).toEqual([
      ['Nr', undefined],
      ['Saldo', undefined],
      ['Mått', undefined],
      ['Name', undefined],
      ['Preis', undefined],
      ['Farbe', undefined],
      ['Färg', 'sv'],
    ])
    // A job reads what it keeps as it was.
    expect(mappingOfStore({ fields: kept }, 'de').fields).toEqual(kept)
    expect(mappingProblem({ fields: [...fields, ...choices] })).toBeNull()
  })

  it('never gives a store the texts or prices of another', () => {
    expect(mappingProblem({ fields: fields.slice(0, 5) })).toEqual({
      code: 'unmapped',
      field: 'price',
      store: 'de',
    })
    expect(columnsOf('de', fields.slice(0, 5))).toEqual(['Nr', 'Saldo', 'Name'])
    const twice = [...fields, field('title', 'Titel', 'de')]
    expect(mappingProblem({ fields: twice })).toEqual({ code: 'mapped_twice', field: 'title', store: 'de' })
  })
})
