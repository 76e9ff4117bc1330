/**
 * Every text of the shop: `locales/{code}/*.json`, read once. The Swedish files are the type: a text that another
 * store lacks stops the start with its name. Messages are ICU (domain/content/message.ts). Only for the server: the
 * browser gets its store's page texts from /api/strings.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { modules } from '../modules/modules.ts'
import { defaultStoreCode, storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type account from './sv/account.json'
import type answers from './sv/answers.json'
import type attributes from './sv/attributes.json'
import type cart from './sv/cart.json'
import type catalogue from './sv/catalogue.json'
import type checkout from './sv/checkout.json'
import type chrome from './sv/chrome.json'
import type company from './sv/company.json'
import type consent from './sv/consent.json'
import type content from './sv/content.json'
import type device from './sv/device.json'
import type mails from './sv/mails.json'
import type notices from './sv/notices.json'
import type pages from './sv/pages.json'
import type product from './sv/product.json'
import type returns from './sv/return.json'
import type search from './sv/search.json'

/** Files whose texts the pages use, in the order of /api/strings. */
const pageFiles = [
  'account',
  'cart',
  'catalogue',
  'checkout',
  'chrome',
  'company',
  'consent',
  'content',
  'device',
  'notices',
  'product',
  'return',
  'search',
] as const

type PageTexts = typeof account &
  typeof cart &
  typeof catalogue &
  typeof checkout &
  typeof chrome &
  typeof company &
  typeof consent &
  typeof content &
  typeof device &
  typeof notices &
  typeof product &
  typeof returns &
  typeof search

/** Texts of modules that pages use; each module adds its own (`modules/NAME/texts.ts`). */
export interface ModulePageTexts {}

/** Texts of the mails of modules, by name of the module. */
export interface ModuleMailTexts {}

/** Key of a text that pages use. */
export type StringKey = keyof PageTexts | keyof ModulePageTexts

export interface Texts {
  strings: Readonly<Record<StringKey, string>>
  /** What the API answers: refusals, faults, notices. */
  answers: typeof answers
  /** Names of facets and of the values of attributes. */
  attributes: typeof attributes
  mails: typeof mails
  /** Of the mails of modules. */
  moduleMails: ModuleMailTexts
  /** What an entry is for that a module stores in browsers, by its name. */
  moduleStorage: Readonly<Record<string, string>>
  /** Content pages that are there before the merchant writes them. */
  pages: typeof pages
}

const folder = findFolder(import.meta.dirname)
const byStore = Object.fromEntries(storeCodes.map((code) => [code, readTexts(code)])) as Record<
  StoreCode,
  Texts
>
for (const code of storeCodes) {
  const [missing] = missingTexts(byStore[defaultStoreCode], byStore[code])
  if (missing !== undefined) throw new Error(`locales/${code} has no text for ${missing}.`)
}

/** All texts of a store. */
export function textsOf(store: StoreCode): Texts {
  return byStore[store]
}

/** The texts of a store's pages (API-26). */
export function stringsOf(store: StoreCode): Readonly<Record<string, string>> {
  return byStore[store].strings
}

/** Paths of the texts that `model` has and `other` lacks, as `mails.order.subject`. */
export function missingTexts(model: object, other: object): string[] {
  return Object.entries(model).flatMap(([key, value]: [string, unknown]) => {
    const there = (other as Record<string, unknown>)[key]
    if (typeof value !== 'object' || value === null) return typeof there === 'string' ? [] : [key]
    if (typeof there !== 'object' || there === null) return [key]
    return missingTexts(value, there).map((path) => `${key}.${path}`)
  })
}

function readTexts(code: StoreCode): Texts {
  const readFile = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object
  const read = (name: string) => readFile(join(folder, code, `${name}.json`))
  const ofModules = (suffix: string) =>
    modules.flatMap(({ name }) => {
      const path = join(folder, '..', 'modules', name, 'texts', `${code}${suffix}.json`)
      return existsSync(path) ? [[name, readFile(path)] as const] : []
    })
  const merged = (files: readonly object[]) => Object.assign({}, ...files) as Record<string, string>
  const textsIn = (suffix: string) => ofModules(suffix).map(([, texts]) => texts)
  const strings = merged([...pageFiles.map(read), ...textsIn('')]) as Texts['strings']
  const moduleStorage = merged(textsIn('.storage'))
  const moduleMails = Object.fromEntries(ofModules('.mails')) as unknown as ModuleMailTexts
  const others = ['answers', 'attributes', 'mails', 'pages'].map((name) => [name, read(name)])
  const ownFiles = Object.fromEntries(others) as Pick<Texts, 'answers' | 'attributes' | 'mails' | 'pages'>
  return { strings, moduleMails, moduleStorage, ...ownFiles }
}

/** The folder `locales` beside or above this module: bundled code is in `build/server/`. */
function findFolder(from: string): string {
  for (let directory = from; ; directory = dirname(directory)) {
    const candidate = join(directory, 'locales')
    if (existsSync(join(candidate, defaultStoreCode))) return candidate
    if (directory === dirname(directory)) throw new Error(`No folder above ${from} holds locales.`)
  }
}
