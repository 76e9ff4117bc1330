import { expect, it } from 'vitest'
import { withdrawalPath } from '../stores/paths.ts'
import { storeCodes } from '../stores/stores.ts'
import { pageAt } from './page-at.server.ts'

const empty = { page: () => null }

it('the withdrawal page exists before a merchant has written it, and no other page does', () => {
  const titles = storeCodes.map((store) => pageAt(empty, store, withdrawalPath)?.title)
  expect(new Set(titles)).toEqual(new Set(['Ångerrätt', 'Angrerett', 'Widerrufsrecht', 'Fortrydelsesret']))
  expect(pageAt(empty, 'sv', 'terms')).toBeNull()
})

it('a page written by the merchant replaces the default', () => {
  const page = { path: withdrawalPath, title: 'Ångra', body: '<p>Så här gör du.</p>', published: true }
  expect(pageAt({ page: () => page }, 'sv', withdrawalPath)).toBe(page)
})
