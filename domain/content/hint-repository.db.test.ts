import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { openContent } from './content-store.server.ts'
import { addHint, listHints, removeHint } from './hint-repository.server.ts'
import { testActor } from '../../test/test-actor.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const hint = {
  store: 'de' as const,
  triggers: ['pfand', ' Altbatterie* ', 'pfand'],
  hint: 'Altbatterien nehmen wir zurück.',
  url: '/de/recycling',
  url_title: 'Altbatterien',
  redirect: true,
}

it('[ENTITY-20] an added hint is shown for its triggers and updated by its text', async () => {
  const store = await openContent(test.db)
  const added = await addHint(test.db, testActor, hint)
  expect(added).toMatchObject({ ok: true, isNew: true })
  expect(store.content.hints('de', 'pfand')).toEqual([])
  await store.refresh()
  const { id } = added as { id: number }
  const shown = { id, hint: hint.hint, url: hint.url, url_title: hint.url_title }
  expect(store.content.hints('de', 'altbatterien')).toEqual([{ ...shown, redirect: false }])
  expect(store.content.hints('de', 'Pfand')).toEqual([{ ...shown, redirect: true }])

  expect(await addHint(test.db, testActor, { ...hint, triggers: ['rückgabe'] })).toEqual({
    ok: true,
    id,
    isNew: false,
  })
  await store.refresh()
  expect(store.content.hints('de', 'pfand')).toEqual([])
  expect(await listHints(test.db, 'de')).toMatchObject([{ id, triggers: ['rückgabe'] }])
  expect(await listHints(test.db, 'sv')).toEqual([])

  expect(await removeHint(test.db, testActor, id)).toBe(true)
  expect(await removeHint(test.db, testActor, id)).toBe(false)
})

it('a hint without triggers, text or an address in its store is refused', async () => {
  for (const [wrong, code] of [
    [{ hint: ' ' }, 'no_text'],
    [{ url_title: '' }, 'no_text'],
    [{ triggers: ['', ' '] }, 'no_triggers'],
    [{ triggers: ['aa', '*'] }, 'no_triggers'],
    [{ triggers: ['a'.repeat(101)] }, 'too_long'],
    [{ url: '/sv/recycling' }, 'bad_url'],
    [{ url: '/desktop' }, 'bad_url'],
    [{ url: 'https://example.com/de/' }, 'bad_url'],
  ] as const)
    expect(await addHint(test.db, testActor, { ...hint, ...wrong })).toEqual({ ok: false, code })
  expect(await listHints(test.db, null)).toEqual([])
})
