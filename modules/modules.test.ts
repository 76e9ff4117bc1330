import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { auditActions, auditObjectKinds } from '../domain/audit/audit-actions.ts'
import { mailKinds, mailTopics } from '../domain/mail/mail-kind.ts'
import { permissions } from '../domain/permissions/permissions.ts'
import { retainedKinds } from '../domain/personal-data/retention.ts'
import { ownSections } from '../domain/seo/own-sections.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { manifests } from '../server/module-manifests.ts'
import { queueNames } from '../server/jobs/queues.ts'
import { modules } from './modules.ts'
import { personalDataOfModules } from './personal-data.server.ts'

const folders = globSync('modules/*/').map((path) => basename(path))
const texts = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>

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

it.each(folders)('%s has its texts in every language, and no text of the kernel', (name) => {
  for (const [suffix, languages] of [
    ['', storeCodes],
    ['.mails', storeCodes],
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
