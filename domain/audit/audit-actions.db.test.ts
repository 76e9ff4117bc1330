import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { entriesOf } from '../../modules/modules.ts'
import { auditActions, auditObjectKinds, watchedObjects } from './audit-actions.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

it('lists the objects that the triggers of the database watch', async () => {
  // The arguments of a trigger are stored as texts that end in a zero byte.
  const { rows } = await sql<{ kind: string }>`
    select distinct convert_from(substring(tgargs from 1 for position('\\x00'::bytea in tgargs) - 1), 'UTF8') as kind
    from pg_trigger where tgname = 'undeclared_change_is_audited'`.execute(shop.db)
  const known = rows.map(({ kind }) => kind).filter((kind) => auditObjectKinds.some((each) => each === kind))
  const ofModules = [...entriesOf('auditObjects')].filter(([, { isWatched }]) => isWatched)
  expect(new Set(known)).toEqual(new Set([...watchedObjects, ...ofModules.map(([kind]) => kind)]))
})

it('lists each action once', () => {
  expect(new Set(auditActions).size).toBe(auditActions.length)
})
