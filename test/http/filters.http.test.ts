import { describe, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import { stringsOf } from '../../locales/texts.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, someCategory } from './shop-client.ts'

interface FilterValue {
  name: string
  count: number
  chosen: boolean
  href: string
}

const moreWords = new Set(storeCodes.map((store) => stringsOf(store)['listing.show_more_values']))

function valuesIn(markup: string): FilterValue[] {
  return [...markup.matchAll(/<a ([^>]*)>([^<]*)<span[^>]*>(\d+)<\/span><\/a>/g)].map(
    ([, attributes = '', name = '', count]) => ({
      name,
      count: Number(count),
      chosen: attributes.includes('aria-current'),
      href: /href="([^"]*)"/.exec(attributes)![1]!.replaceAll('&amp;', '&'),
    }),
  )
}

/** The filters of a page as in its markup, without any script. */
async function filtersOf(path: string) {
  const { status, text } = await ask(baseUrl(), path)
  const rail = /<aside[^>]*id="listing-filters"[\s\S]*?<\/aside>/.exec(text)?.[0] ?? ''
  const facets: { name: string; values: FilterValue[] }[] = []
  for (const part of rail.split('<summary>').slice(1)) {
    const name = part.slice(0, part.indexOf('</summary>'))
    const values = valuesIn(part)
    // A summary inside a filter opens the rest of its values.
    if (moreWords.has(name)) facets.at(-1)!.values.push(...values)
    else facets.push({ name, values })
  }
  const total = Number(/role="status">([\d\s\u00A0.]*)/.exec(text)?.[1]?.replace(/\D/g, '') ?? NaN)
  return { status, text, facets, total }
}

/** A number in the format of the four languages: "2 500 mAh", "1,5 V". */
const figureOf = (name: string) =>
  Number(
    /^[\d\s\u00A0.]*(?:,\d+)?/
      .exec(name)![0]
      .replace(/[\s\u00A0.]/g, '')
      .replace(',', '.'),
  )

describe.each(storeCodes)('the filters of a listing in %s', (store) => {
  const listing = async () => links.categoryAll(store, (await someCategory(baseUrl(), store, 60)).path)

  it('have distinct names, and numeric values in order of size', async () => {
    const { facets } = await filtersOf(await listing())
    const names = facets.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(new Set(names).size).toBe(names.length)
    const figures = facets.filter(({ values }) =>
      values.every(({ name }) => /^\d[\d\s\u00A0.,]*\u00A0(?:V|mAh|Ah|A)$/.test(name)),
    )
    expect(figures.length).toBeGreaterThan(0)
    for (const { values } of figures) {
      // The first values are before those behind "more".
      const sizes = values.map(({ name }) => figureOf(name))
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    }
  })

  it('link to as many products as they count, one choice after another', async () => {
    const start = await listing()
    const first = await filtersOf(start)
    const choice = first.facets[0]!.values[0]!
    const one = await filtersOf(choice.href)
    expect(one.total).toBe(choice.count)
    // A second value of the same filter widens, one of another narrows.
    const sibling = one.facets[0]!.values.find(({ chosen }) => !chosen)!
    expect((await filtersOf(sibling.href)).total).toBe(one.total + sibling.count)
    const other = one.facets[1]!.values.at(-1)!
    const two = await filtersOf(other.href)
    expect(two.total).toBe(other.count)
    const removal = [...two.text.matchAll(/<a [^>]*aria-label="[^"]*"[^>]*data-keep-scroll[^>]*>/g)]
    expect(removal).toHaveLength(2)
    const hrefs = removal.map(([tag]) => /href="([^"]*)"/.exec(tag)![1]!.replaceAll('&amp;', '&'))
    expect(hrefs).toContain(choice.href)
    expect(two.text).toContain(`href="${start}" data-keep-scroll`)
  })

  it('offer products in stock and well-rated ones', async () => {
    const start = await listing()
    const all = (await filtersOf(start)).total
    for (const query of ['?stock=in_stock', '?rating=4']) {
      const { total, facets } = await filtersOf(start + query)
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThanOrEqual(all)
      const chosen = facets.flatMap(({ values }) => values).filter((value) => value.chosen)
      expect(chosen).toMatchObject([{ count: total }])
    }
    const [good, fair] = await Promise.all([filtersOf(`${start}?rating=4.5`), filtersOf(`${start}?rating=3`)])
    expect(good.total).toBeLessThanOrEqual(fair.total)
  })

  it('accept any values without an error', async () => {
    const start = await listing()
    for (const query of [
      '?rating=9',
      '?rating=<script>',
      '?price=--',
      '?stock=%00x',
      '?voltage_v=1e9&voltage_v=',
    ])
      expect([200, 400], query).toContain((await filtersOf(start + query)).status)
  })
})
