import { expect, it } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import type { ShopContext } from '../shop-context.ts'
import { pageHead } from './page-head.ts'

const shop = { store: stores.sv, publicUrl: 'https://shop.example' } as ShopContext
const page = { title: 'Batteri AA', description: 'Håller länge. '.repeat(20), path: '/sv/x' }
const tag = (own: { title?: string; description?: string }) => {
  const { tags } = pageHead(shop, { ...page, own })
  const content = (key: 'name' | 'property', value: string) =>
    tags.find((each) => (each as Record<string, unknown>)[key] === value) as { content: string } | undefined
  return {
    title: (tags[0] as { title: string }).title,
    description: content('name', 'description')?.content,
    shared: content('property', 'og:title')?.content,
    sharedText: content('property', 'og:description')?.content,
  }
}

it('a head says the name with that of the shop, and the beginning of the description', () => {
  const { title, description, shared, sharedText } = tag({})
  expect([title, shared]).toEqual([`Batteri AA | ${stores.sv.brand}`, 'Batteri AA'])
  expect(description).toMatch(/^Håller länge\. .*…$/)
  expect(sharedText).toBe(description)
})

it('a head says what staff have written for it as they have written it', () => {
  const own = { title: 'Köp AA-batterier', description: 'Fri frakt. '.repeat(30).trim() }
  expect(tag(own)).toEqual({
    title: own.title,
    description: own.description,
    shared: own.title,
    sharedText: own.description,
  })
  expect(tag({ description: 'Fri frakt.' })).toMatchObject({
    title: `Batteri AA | ${stores.sv.brand}`,
    description: 'Fri frakt.',
  })
})
