import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { iconNames } from '../contract/sidebar.ts'
import { storedEntries } from '../domain/consent/browser-storage.ts'
import { auditActions, auditObjectKinds } from '../domain/audit/audit-actions.ts'
import { mailKinds, mailTopics } from '../domain/mail/mail-kind.ts'
import { permissions } from '../domain/permissions/permissions.ts'
import { retainedKinds } from '../domain/personal-data/retention.ts'
import { ownSections } from '../domain/seo/own-sections.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { translatedPath } from '../domain/stores/translated-path.ts'
import { manifests } from '../server/module-manifests.ts'
import { queueNames } from '../server/jobs/queues.ts'
import { entriesOf, modules } from './modules.ts'
import { personalDataOfModules } from './personal-data.server.ts'

const folders = globSync('modules/*/').map((path) => basename(path))
const texts = (path: string, otherwise?: Record<string, string>) =>
  otherwise && !existsSync(path)
    ? otherwise
    : (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)

it('every folder of a module is in the list, and has a manifest', () => {
  expect(modules.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
  expect([...manifests.keys()].toSorted()).toEqual(folders.toSorted())
})

it('no name of a module is one of the kernel or of another module', () => {
  const lists = {
    auditActions,
    auditObjectKinds,
    mailKinds,
    mailTopics,
    retainedKinds,
    ownSections,
    queueNames,
    permissions,
  }
  for (const [list, names] of Object.entries(lists))
    expect(
      names.filter((name, place) => names.indexOf(name as never) !== place),
      list,
    ).toEqual([])
})

it('a module that keeps personal data for a time says how it is erased', () => {
  const declared = modules.flatMap(({ retention = {} }) => Object.keys(retention))
  expect(personalDataOfModules.flatMap(({ retention }) => Object.keys(retention)).toSorted()).toEqual(
    declared.toSorted(),
  )
})

it('what keeps an account from being erased is declared and worded', () => {
  for (const { name, erasureObstacles = [] } of modules) {
    const [page, staff] = ['sv', 'en.staff'].map((file) => texts(`modules/${name}/texts/${file}.json`, {}))
    const wordless = erasureObstacles.filter(
      (code) => page![`erasure.${code}`] === undefined || staff![`refusal.${code}`] === undefined,
    )
    expect(wordless, name).toEqual([])
  }
  const known = personalDataOfModules.flatMap(({ obstacles = {} }) => Object.keys(obstacles))
  expect(known.toSorted()).toEqual(
    modules.flatMap(({ erasureObstacles = [] }) => erasureObstacles).toSorted(),
  )
})

it('a link in the footer leads to a page of its module, with a text', () => {
  const wrong = modules.flatMap(({ name, pages = {}, footerLinks = {} }) =>
    Object.entries(footerLinks)
      .filter(([path, { text }]) => !(path in pages) || !(text in texts(`modules/${name}/texts/sv.json`)))
      .map(([path]) => `${name}: ${path}`),
  )
  expect(wrong).toEqual([])
})

it('what a module stores in browsers has its text, and no name of the kernel', () => {
  for (const { name, browserStorage = {} } of modules)
    expect(Object.keys(texts(`modules/${name}/texts/sv.storage.json`, {})), name).toEqual(
      Object.keys(browserStorage),
    )
  const names = storedEntries({
    storeCode: 'sv',
    allowsExVat: true,
    usesStripe: true,
    tags: { host: 'tags.example', consent: ['analytics', 'ads'] },
    trackingHost: 'tracking.example',
  }).map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

it('a page with a path of each store’s own has one in every store, unlike every other one there', () => {
  const pages = [...entriesOf('translatedPages')]
  for (const store of storeCodes) {
    expect(pages.filter(([, { paths }]) => !(store in paths)).map(([name]) => `${name} in ${store}`)).toEqual(
      [],
    )
    const paths = pages.map(([name, page]) => translatedPath(store, name, page))
    expect(paths.filter((path, place) => paths.indexOf(path) !== place)).toEqual([])
  }
})

it('a link in the menu leads to a page of its module, with an icon and a text', () => {
  const wrong = modules.flatMap(({ name, pages = {}, shopperLinks = {} }) =>
    Object.entries(shopperLinks)
      .filter(
        ([path, { text, icon }]) =>
          !(path in pages) ||
          !iconNames.some((known) => known === icon) ||
          !(text in texts(`modules/${name}/texts/sv.json`)),
      )
      .map(([path]) => `${name}: ${path}`),
  )
  expect(wrong).toEqual([])
})

it('a page of the account is a file of its module, with an icon and a text', () => {
  const wrong = modules.flatMap(({ name, accountPages = {} }) =>
    Object.entries(accountPages)
      .filter(
        ([, { file, menu }]) =>
          !existsSync(`modules/${name}/${file}`) ||
          (menu !== undefined &&
            !(
              iconNames.some((known) => known === menu.icon) &&
              menu.text in texts(`modules/${name}/texts/sv.json`)
            )),
      )
      .map(([path]) => `${name}: ${path}`),
  )
  expect(wrong).toEqual([])
})

it('what a module asks confirmation for has the texts of that mail', () => {
  const missing = modules.flatMap(({ name, notices = {}, optIns = [] }) =>
    [...Object.keys(notices), ...optIns].filter((kind) => {
      const { confirmations } = texts(`modules/${name}/texts/sv.mails.json`) as {
        confirmations?: Record<string, { subject?: string; intro?: string }>
      }
      const own = confirmations?.[kind]
      return own?.subject === undefined || own.intro === undefined
    }),
  )
  expect(missing).toEqual([])
})

it('at most one module offers something in place of Buy or of an order, and at most one marks products', () => {
  for (const part of ['unavailable-action', 'product-mark', 'order-approval'])
    expect(globSync(`modules/*/storefront/${part}.tsx`).length, part).toBeLessThanOrEqual(1)
})

it('the pages of a module in the back office are files of it, and its words there are among its texts for staff', () => {
  for (const { name, staffPages = {}, staffSections = {}, auditCodes = {}, auditFilters = {} } of modules) {
    const missing = Object.values(staffPages).filter((file) => !existsSync(`modules/${name}/${file}`))
    expect(missing, name).toEqual([])
    const words = texts(`modules/${name}/texts/en.staff.json`, {})
    const named = [
      ...Object.keys(staffSections).map((section) => `section.${section}`),
      ...Object.values(auditCodes).flatMap((codes) => Object.values(codes)),
      ...Object.values(auditFilters),
    ]
    expect(
      named.filter((key) => words[key] === undefined),
      name,
    ).toEqual([])
  }
})

it.each(folders)('%s has its texts in every language, and no text of the kernel', (name) => {
  for (const [suffix, languages] of [
    ['', storeCodes],
    ['.mails', storeCodes],
    ['.storage', storeCodes],
    ['.staff', ['en', ...storeCodes]],
  ] as const) {
    const files = languages.map((language) => `modules/${name}/texts/${language}${suffix}.json`)
    const present = files.filter((file) => existsSync(file))
    expect([0, files.length], `${name}${suffix}`).toContain(present.length)
    for (const file of present) expect(Object.keys(texts(file)), file).toEqual(Object.keys(texts(files[0]!)))
  }
  const kernel = new Set(
    globSync('locales/{sv,en}/*.json')
      .filter((path) => !/\/(?:answers|attributes|mails|staff-mails|pages)\.json$/.test(path))
      .flatMap((path) => Object.keys(texts(path))),
  )
  const own = globSync(`modules/${name}/texts/{sv,en.staff}.json`).flatMap((path) => Object.keys(texts(path)))
  expect(own.filter((key) => kernel.has(key))).toEqual([])
})
