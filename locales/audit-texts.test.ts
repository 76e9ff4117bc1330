import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { auditActions, auditObjectKinds } from '../domain/audit/audit-actions.ts'

it.each(['en', 'sv', 'no', 'da', 'de'])('%s names every action and object of the audit', async (language) => {
  const file = new URL(`${language}/admin.json`, import.meta.url)
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  const named = (prefix: string) => new Set(Object.keys(texts).filter((key) => key.startsWith(prefix)))
  expect(named('action.')).toEqual(new Set(auditActions.map((action) => `action.${action}`)))
  expect(named('object.')).toEqual(new Set(auditObjectKinds.map((kind) => `object.${kind}`)))
})
