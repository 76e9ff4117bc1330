import { expect, it } from 'vitest'
import { accessibilityPath, cookiesPath, withdrawalPath } from '../stores/paths.ts'
import { storeCodes } from '../stores/stores.ts'
import { pageAt, pagesOf } from './page-at.server.ts'

const empty = { page: () => null }

it('the pages that the law requires exist before a merchant has written them, and no other page does', () => {
  const titles = storeCodes.map((store) => pageAt(empty, store, withdrawalPath)?.title)
  expect(new Set(titles)).toEqual(new Set(['Ångerrätt', 'Angrerett', 'Widerrufsrecht', 'Fortrydelsesret']))
  expect([cookiesPath, accessibilityPath].map((path) => pageAt(empty, 'de', path)?.title)).toEqual([
    'Cookies in diesem Shop',
    'Erklärung zur Barrierefreiheit',
  ])
  expect(pageAt(empty, 'sv', 'terms')).toBeNull()
  expect(pageAt(empty, 'sv', '__proto__')).toBeNull()
})

it('the default pages are listed with the written ones, each path once', () => {
  const written = [
    { path: 'about', updatedAt: 5 },
    { path: cookiesPath, updatedAt: 7 },
  ]
  expect(pagesOf({ pages: () => written }, 'sv')).toEqual([
    ...written,
    { path: withdrawalPath, updatedAt: null },
    { path: accessibilityPath, updatedAt: null },
  ])
})

it('a page written by the merchant replaces the default', () => {
  const page = { path: withdrawalPath, title: 'Ångra', body: '<p>Så här gör du.</p>', published: true }
  expect(pageAt({ page: () => page }, 'sv', withdrawalPath)).toBe(page)
})
