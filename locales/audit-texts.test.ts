import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { auditActions } from '../domain/audit/audit-actions.ts'

it.each(['en', 'sv', 'no', 'da', 'de'])('%s has a text for every action of the audit', async (language) => {
  const file = new URL(`${language}/admin.json`, import.meta.url)
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  const named = Object.keys(texts).filter((key) => key.startsWith('action.'))
  expect(new Set(named)).toEqual(new Set(auditActions.map((action) => `action.${action}`)))
})
