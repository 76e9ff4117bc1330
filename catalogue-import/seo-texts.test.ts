/** Titles and descriptions for search engines in files of other shops. */
import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { readFeedRow, type FeedValues } from './feed-row.ts'
import { magentoProducts } from './magento-products.ts'
import { priceListTable } from './price-list-table.ts'
import { hasPluginVariable } from './seo-texts.ts'
import { shopifyProducts } from './shopify-products.ts'
import { presetRows, tableOf } from './table-fixture.test-support.ts'
import type { TablePreset } from './table.ts'
import { woocommerceProducts } from './woocommerce-products.ts'

const textsOf = async (preset: TablePreset, rows: readonly Record<string, string>[]) => {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  const read = await presetRows(preset, tableOf(columns, rows), stores.sv)
  return read.map(({ values }) => [values?.seo_title, values?.seo_description])
}

const shopify = {
  Handle: 'cell',
  Title: 'Cell',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant SKU': 'A-1',
  'Variant Price': '10',
}
const woocommerce = { Type: 'simple', SKU: 'A-1', Name: 'Cell', 'Regular price': '10', Published: '1' }
const magento = {
  sku: 'A-1',
  product_type: 'simple',
  attribute_set_code: 'Default',
  name: 'Cell',
  price: '10',
  qty: '1',
  is_in_stock: '1',
}

describe('the texts for search engines of another shop', () => {
  it('are read from Shopify, for all variants from the first row of the product', async () => {
    const seo = { 'SEO Title': 'Köp celler', 'SEO Description': 'Fri frakt.' }
    const options = { 'Option1 Name': 'Pack', 'Option1 Value': '2 st' }
    const sibling = {
      Handle: 'cell',
      'Option1 Value': '4 st',
      'Variant SKU': 'A-4',
      'Variant Price': '18',
    }
    expect(await textsOf(shopifyProducts, [{ ...shopify, ...seo, ...options }, sibling])).toEqual([
      ['Köp celler', 'Fri frakt.'],
      ['Köp celler', 'Fri frakt.'],
    ])
    expect(await textsOf(shopifyProducts, [shopify])).toEqual([[undefined, undefined]])
    expect(shopifyProducts.unused?.([...Object.keys(shopify), ...Object.keys(seo)])).toEqual([])
  })

  it('are read from Yoast or Rank Math, whichever says something; a variation has those of its product', async () => {
    const yoast = { 'Meta: _yoast_wpseo_title': 'Celler', 'Meta: _yoast_wpseo_metadesc': '' }
    const rankMath = { 'Meta: rank_math_title': 'Other', 'Meta: rank_math_description': 'Fri frakt.' }
    const both = { ...woocommerce, ...yoast, ...rankMath }
    expect(await textsOf(woocommerceProducts, [both])).toEqual([['Celler', 'Fri frakt.']])
    expect(
      await textsOf(woocommerceProducts, [
        { ...both, Type: 'variable', SKU: 'P' },
        {
          ...woocommerce,
          Type: 'variation',
          Parent: 'P',
          'Attribute 1 name': 'Pack',
          'Attribute 1 value(s)': '2 st',
        },
      ]),
    ).toEqual([['Celler', 'Fri frakt.']])
    const template = { ...both, 'Meta: _yoast_wpseo_title': '%%title%% %%sep%% %%sitename%%' }
    expect(await textsOf(woocommerceProducts, [template])).toEqual([['Other', 'Fri frakt.']])
    expect(woocommerceProducts.unused?.(Object.keys(both))).toEqual([])
  })

  it('are read from Magento, and from PrestaShop, Shopware and price lists in the languages of the stores', async () => {
    const meta = { meta_title: 'Celler', meta_description: 'Fri frakt.' }
    expect(await textsOf(magentoProducts, [{ ...magento, ...meta }])).toEqual([['Celler', 'Fri frakt.']])
    const list = { SKU: 'A-1', Name: 'Cell', Price: '10', Stock: '1' }
    for (const [title, description] of [
      ['Meta title', 'Meta description'],
      ['metaTitle', 'metaDescription'],
      ['Metatitel', 'Metabeskrivning'],
      ['Meta-tittel', 'Meta-beskrivelse'],
      ['SEO-Titel', 'SEO-Beschreibung'],
    ] as const)
      expect(
        await textsOf(priceListTable, [{ ...list, [title]: 'Celler', [description]: 'Fri frakt.' }]),
      ).toEqual([['Celler', 'Fri frakt.']])
  })
})

describe('a row of another shop', () => {
  const read = (values: FeedValues, isFeed = false) => {
    const row = { id: 'A-1', title: 'Cell, 2 st', price: '10 SEK', availability: 'in_stock', ...values }
    const answer = readFeedRow(row, stores.sv, { isFeed })
    if (!answer.ok) throw new Error(answer.problem.code)
    const { seoTitle, seoDescription } = answer.feed
    return { seoTitle, seoDescription, repaired: answer.repaired }
  }

  it('loses what a plugin would fill in, and keeps what is stored', () => {
    expect(read({ seo_title: '%title% %sep% %sitename%', seo_description: 'Fri frakt.' })).toMatchObject({
      seoTitle: undefined,
      seoDescription: 'Fri frakt.',
      repaired: [{ code: 'plugin_variable', column: 'seo_title', value: '%title% %sep% %sitename%' }],
    })
    expect(read({ seo_title: '%title%' }, true)).toMatchObject({ seoTitle: '%title%', repaired: [] })
    const variables = ['%%title%%', 'Köp %%post_title%% nu', '%customfield(brand)%', '{{product.name}}']
    expect(variables.map(hasPluginVariable)).toEqual([true, true, true, true])
    expect(['20% billigare', '100 % bomull, 50 % rabatt', '5%-10% off'].map(hasPluginVariable)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('has a title only where it is not the name, and texts on one line that are not too long', () => {
    const variant = { group: 'P', title: 'Cell', choices: [{ name: 'Pack', value: '2 st' }] }
    expect(read({ seo_title: 'Cell, 2 st' }).seoTitle).toBeNull()
    expect(read({ seo_title: 'Cell', variant }).seoTitle).toBeNull()
    expect(read({ seo_title: 'A &amp; B', seo_description: 'One\ntwo' })).toMatchObject({
      seoTitle: 'A & B',
      seoDescription: 'One two',
      repaired: [{ code: 'html', column: 'seo_title' }],
    })
    const long = read({ seo_title: 'word '.repeat(60), seo_description: '' })
    expect(long).toMatchObject({ seoDescription: null, repaired: [{ code: 'seo_text_cut' }] })
    expect(long.seoTitle).toMatch(/word$/)
    expect(long.seoTitle!.length).toBeLessThanOrEqual(255)
  })
})
