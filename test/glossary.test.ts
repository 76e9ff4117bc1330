/** The texts of the shop, its back office and its demo as natives write them, as far as a program can tell. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { demoRecords } from '../demo/demo-records.test-support.ts'
import { textsOf } from '../locales/texts.server.ts'
import { complaintsAbout, placeholdersOf, readGlossary, type PlacedText } from './native-texts.ts'

/** A greeting in a Nordic mail ends with an exclamation mark; its reader is greeted, not shouted at. */
const greetings = /^mails\.greeting\.|^admin\.answer\.greeting$/

function shopTexts(language: StoreCode): PlacedText[] {
  return leaves(textsOf(language), '')
}

/** The files that only staff read; they have English besides the languages of the stores. */
const staffFiles = ['admin', 'staff-mails']

function staffTexts(language: StoreCode): PlacedText[] {
  const files = [
    ...staffFiles.map((file) => `locales/${language}/${file}.json`),
    ...globSync(`modules/*/texts/${language}.staff.json`),
  ]
  return files.flatMap((file) =>
    leaves(JSON.parse(readFileSync(file, 'utf8')), basename(file, '.json').replace(`${language}.`, '')),
  )
}

const allTexts = (language: StoreCode) => [...shopTexts(language), ...staffTexts(language)]

function leaves(value: unknown, place: string): PlacedText[] {
  if (typeof value === 'string') return [{ place, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => leaves(part, place ? `${place}.${key}` : key))
}

/** Fields that no shopper reads as a text of the language: addresses, codes, what shoppers type into the search. */
const unread = new Set(['slug', 'path', 'url', 'source', 'code', 'icon', 'triggers', 'term', 'means', 'fits'])
/** Names are copied, searched for and fed to other services: they keep their plain spaces. */
const names = new Set(['name', 'names', 'alt', 'prefix', 'title'])

interface DemoText extends PlacedText {
  language: StoreCode
  isName: boolean
}

async function demoTexts(): Promise<DemoText[]> {
  const records = await demoRecords(new Date('2026-11-20T10:20:00Z'))
  return records.flatMap((record) => {
    const parts = Object.values(record).filter((value) => typeof value === 'string')
    const place = parts.slice(0, 3).join(' ')
    return worded(record, 'store' in record ? record.store : null, place, false)
  })
}

function worded(value: unknown, language: StoreCode | null, place: string, isName: boolean): DemoText[] {
  if (typeof value === 'string') return language ? [{ language, place, text: value, isName }] : []
  if (typeof value !== 'object' || value === null) return []
  const isByStore = storeCodes.every((code) => code in value)
  return Object.entries(value).flatMap(([key, part]) => {
    if (unread.has(key)) return []
    return worded(
      part,
      isByStore ? (key as StoreCode) : language,
      `${place} ${key}`,
      isName || names.has(key),
    )
  })
}

const lines = (complaints: { place: string; text: string; complaint: string }[]) =>
  complaints.map(({ place, text, complaint }) => `${place}: ${complaint}: ${text.slice(0, 120)}`)

it.each(storeCodes)('the glossary of %s names the same things as the first and says what to use', (code) => {
  for (const [name, { use, avoid }] of Object.entries(readGlossary(code)))
    expect([name, use !== '' || name === 'foreign', avoid.every((word) => word !== use)]).toEqual([
      name,
      true,
      true,
    ])
})

it.each(storeCodes)('every text of the %s store keeps to its glossary and to its punctuation', (code) => {
  const complaints = allTexts(code)
    .flatMap((placed) => complaintsAbout(code, placed))
    .filter(({ place, complaint }) => !(complaint === 'exclamation mark' && greetings.test(place)))
  expect(lines(complaints)).toEqual([])
})

it('every text of the demo keeps to the glossary of its language', async () => {
  const complaints = (await demoTexts()).flatMap(({ language, isName, ...placed }) =>
    complaintsAbout(language, placed)
      .filter(({ complaint }) => !(isName && complaint.startsWith('a plain space')))
      .map((each) => ({ ...each, place: `${language} ${each.place}` })),
  )
  expect([...new Set(lines(complaints))]).toEqual([])
})

it('a text has the same placeholders in every language, but units may or may not count', () => {
  const model = new Map(allTexts('sv').map(({ place, text }) => [place, placeholdersOf(text)]))
  const different = storeCodes.flatMap((code) =>
    allTexts(code)
      .filter(({ place }) => !place.startsWith('attributes.units.'))
      .filter(({ place, text }) => String(placeholdersOf(text)) !== String(model.get(place)))
      .map(({ place, text }) => `${code} ${place}: ${text}`),
  )
  expect(different).toEqual([])
})

/** Texts that two languages rightly share, by their place in all of them. */
const shared = new Set([
  'strings.product.number',
  'strings.company.role_admin',
  'strings.listing.compare',
  'strings.finder.name_hint',
  'mails.parcelNote.article',
  'mails.parcelNote.origin',
  'admin.order.explain_paid',
  'admin.former-pages.reason_sku',
  'admin.orders.sku',
  'admin.prices.column_sku',
  'admin.product.field_originCountry',
  'admin.refusal.waiting',
  'admin.products.filter_sku',
  'admin.products.sku',
  'admin.stock.filter_sku',
  'admin.stock.sku',
])
/** Shorter texts of neighbouring languages are often the same words. */
const longestShared = { neighbours: 30, german: 12 }

it('no text is left in another language', () => {
  const pairs = storeCodes.flatMap((a, index) => storeCodes.slice(index + 1).map((b) => [a, b] as const))
  const same = pairs.flatMap(([a, b]) => {
    const most = a === 'de' || b === 'de' ? longestShared.german : longestShared.neighbours
    const other = new Map(allTexts(b).map(({ place, text }) => [place, text]))
    return allTexts(a)
      .filter(({ place, text }) => other.get(place) === text && !shared.has(place))
      .filter(({ text }) => text.replaceAll(/\{[^{}]*\}|\W/gu, '').length > most)
      .map(({ place, text }) => `${a} = ${b} ${place}: ${text}`)
  })
  expect(same).toEqual([])
})
