import { describe, expect, it } from 'vitest'
import { useImportShop } from './import-fixture.test-support.ts'
import { describeReport } from './row-report.ts'

const shop = useImportShop()
const ndjson = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

const widget = { record: 'widget', store: 'sv', slug: 'footer-help', content: '<p>Help</p>', hidden: false }
const hint = {
  record: 'search_hint',
  store: 'sv',
  triggers: ['a'],
  hint: 'h',
  url: '/sv/about',
  urlTitle: 't',
}

describe('content in NDJSON', () => {
  it('refuses a block that no page shows, and says where they are named', async () => {
    const result = await shop.importBytes(ndjson(widget, { ...widget, slug: 'home-banner' }))
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(result.reports).toMatchObject([
      { row: 2, code: 'bad_record', column: 'slug', value: 'home-banner' },
    ])
    expect(describeReport(result.reports[0]!)).toContain('is no block of the shop: docs/import.md names them')
  })

  it('refuses a hint that leads out of the store, or is a script', async () => {
    const urls = ['javascript:alert(1)', 'https://other.example/', '//other.example', '/de/about', '/svx']
    const result = await shop.importBytes(ndjson(hint, ...urls.map((url) => ({ ...hint, url }))))
    expect(result).toMatchObject({ created: 1, refused: urls.length })
    expect(new Set(result.reports.map(({ column }) => column))).toEqual(new Set(['url']))
  })

  it('dates a deal by the clock of its store, its last day included', async () => {
    const product = {
      record: 'product',
      sku: 'D-1',
      type: 'standard',
      categories: [],
      stores: {
        sv: {
          name: 'D',
          slug: 'd',
          description: '',
          vatPercent: 25,
          prices: [{ q: 1, p: 9 }],
          stock: { available: 1 },
        },
      },
    }
    const deal = { record: 'deal', store: 'sv', title: 'Deal', sku: 'D-1', discount: 10 }
    const days = { startsAt: '2026-12-24', expiresAt: '2026-12-24' }
    const result = await shop.importBytes(ndjson(product, { ...deal, ...days }))
    expect(result).toMatchObject({ created: 2, refused: 0 })
    expect(await shop.rowsOf('select starts_at, expires_at from deal')).toEqual([
      { starts_at: new Date('2026-12-23T23:00:00Z'), expires_at: new Date('2026-12-24T23:00:00Z') },
    ])
  })
})
