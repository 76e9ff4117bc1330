import { expect, it } from 'vitest'
import { auditActions, auditObjectKinds } from '../domain/audit/audit-actions.ts'
import { storedListActions } from '../domain/stored-lists/stored-list.server.ts'
import { resources } from '../server/resources.ts'
import { staffTexts } from '../test/staff-texts.ts'

const storedLists = resources.filter(({ isStored }) => isStored)
const actions = [...auditActions, ...storedLists.flatMap((list) => Object.values(storedListActions(list)))]
const kinds = [...auditObjectKinds, ...storedLists.map(({ auditObject }) => auditObject)]

it.each(['en', 'sv', 'no', 'da', 'de'])('%s names every action and object of the audit', (language) => {
  const texts = staffTexts(language)
  const named = (prefix: string) => new Set(Object.keys(texts).filter((key) => key.startsWith(prefix)))
  expect(named('action.')).toEqual(new Set(actions.map((action) => `action.${action}`)))
  expect(named('object.')).toEqual(new Set(kinds.map((kind) => `object.${kind}`)))
})
