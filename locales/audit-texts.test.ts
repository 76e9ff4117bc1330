import { expect, it } from 'vitest'
import { auditActions, auditObjectKinds } from '../domain/audit/audit-actions.ts'
import { staffTexts } from '../test/staff-texts.ts'

it.each(['en', 'sv', 'no', 'da', 'de'])('%s names every action and object of the audit', (language) => {
  const texts = staffTexts(language)
  const named = (prefix: string) => new Set(Object.keys(texts).filter((key) => key.startsWith(prefix)))
  expect(named('action.')).toEqual(new Set(auditActions.map((action) => `action.${action}`)))
  expect(named('object.')).toEqual(new Set(auditObjectKinds.map((kind) => `object.${kind}`)))
})
