import { describe, expect, it } from 'vitest'
import { attributeNameOfColumn, factValue, metafieldOf } from './row-facts.ts'

describe('a metafield', () => {
  it('that a merchant has defined is an attribute named by the first part of its column', () => {
    expect(metafieldOf('Material (product.metafields.custom.material)')).toEqual({
      name: 'Material',
      key: 'product.metafields.custom.material',
      isOfVariant: false,
    })
    expect(metafieldOf(' Size (EU) (variant.metafields.my_specs.size-eu) ')).toMatchObject({
      name: 'Size (EU)',
      isOfVariant: true,
    })
    expect(metafieldOf('(product.metafields.custom.care_label)')).toMatchObject({ name: 'care label' })
    expect(metafieldOf(`${'Längd '.repeat(20)}(product.metafields.custom.x)`)?.name).toHaveLength(50)
  })

  it.each([
    'Color (product.metafields.shopify.color-pattern)',
    'Product rating count (product.metafields.reviews.rating_count)',
    'Google: Custom Product (product.metafields.mm-google-shopping.custom_product)',
    'Related products (product.metafields.shopify--discovery--product_recommendation.related_products)',
    'Badge (product.metafields.app--1234--badges.badge)',
    'Material',
    'Tags (custom)',
  ])('is not what %j holds', (column) => {
    expect(metafieldOf(column)).toBeNull()
  })

  it('is short text; lists, references, addresses, markup, and yes or no are none', () => {
    for (const text of ['Lithium', '[New] 3 V', '12', '{a}', 'a'.repeat(100)])
      expect(factValue(text)).toBe(text)
    for (const text of [
      '["Wool","Cotton"]',
      '{"value":2.5,"unit":"KILOGRAMS"}',
      'gid://shopify/Metaobject/12',
      'https://cdn.example.com/manual.pdf',
      'Two\nlines',
      '<p>Text</p>',
      'TRUE',
      'a'.repeat(101),
    ])
      expect(factValue(text), text).toBeNull()
  })
})

it('an attribute that is made of any column is called as the column', () => {
  expect(attributeNameOfColumn(' care_label\t2 ')).toBe('care label 2')
  expect(attributeNameOfColumn('Material (product.metafields.shopify.fabric)')).toBe('Material')
})
