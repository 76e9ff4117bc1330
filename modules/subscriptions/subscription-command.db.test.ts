import { mkdtemp, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAnode } from '../../test/anode-command.ts'
import { subscriptionShop, type SubscriptionShop } from './subscription-shop.test-support.ts'

let shop: SubscriptionShop
let folder: string
beforeAll(async () => {
  shop = await subscriptionShop()
  folder = await mkdtemp(join(tmpdir(), 'anode-cli-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => shop.reset())

const anode = (...words: string[]) =>
  runAnode({ dataDir: folder, databaseUrl: shop.url }, ['subscription', ...words])

/** Actions of the audit about a subscription, oldest first, that an operator caused. */
async function operatorActions(number: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select action from audit_entry
    where object_kind = 'subscription' and object_id = ${number} and actor_kind = 'cli' order by id`.execute(
    shop.db,
  )
  return rows.map(({ action }) => action)
}

describe('anode subscription', () => {
  it('lists subscriptions and shows one with its renewals', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable({ available: 2 }), { quantity: 2 })
    const listed = expect.objectContaining({
      subscription: number,
      status: 'active',
      quantity: 2,
      interval: '1 month',
      next: '2026-12-20',
      payment: 'invoice',
    })
    expect(JSON.parse((await anode('list', '--status', 'active', '--json')).out)).toEqual([listed])
    expect((await anode('list', '--status', 'paused')).out).toBe('No subscriptions.\n')
    expect((await anode('show', number)).out).toContain('No renewals yet.')
    await shop.goToRenewal(number)
    await shop.run()
    const shown = await anode('show', number.toLowerCase())
    expect(shown.out).toMatch(/price at most +200\.00 from 1/)
    expect(shown.out).toMatch(/2026-12-20 +out_of_stock +0 +out_of_stock/)
    expect(JSON.parse((await anode('show', number, '--json')).out)).toMatchObject({
      number,
      renewals: [{ period: 1, status: 'out_of_stock' }],
    })
  })

  it('cancels a subscription once, mails the receipt and audits the operator', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable())
    expect(JSON.parse((await anode('cancel', number, '--json')).out)).toMatchObject({
      subscription: number,
      status: 'cancelled',
      next: null,
    })
    expect(await anode('cancel', number)).toMatchObject({ code: 0 })
    expect(await shop.find(number)).toMatchObject({ status: 'cancelled', statusReason: 'staff' })
    expect((await shop.mails(number)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('är avslutad'),
    ])
    expect(await operatorActions(number)).toEqual(['subscription.cancelled'])
  })

  it('makes a refused renewal due at once, and never one that the customer expects later', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable({ available: 1 }))
    expect(await anode('renew', number)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No renewal of it was refused'),
    })
    await shop.goToRenewal(number)
    expect(await anode('renew', number)).toMatchObject({ code: 1 })
    await shop.run()
    expect((await shop.renewals(number))[0]!.status).toBe('out_of_stock')
    expect(await anode('renew', number)).toMatchObject({ code: 0 })
    expect((await shop.renewals(number))[0]!.nextTryAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await operatorActions(number)).toEqual(['subscription.retry'])
    await shop.change(number, { kind: 'pause' })
    expect((await anode('renew', number)).err).toContain('The subscription is not active.')
  })

  it('lists cancellations that match no subscription, matches one and closes another', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable())
    const declare = (contract: string, end: string) =>
      shop.call('POST', '/api/contract-cancellations', {
        key: randomUUID(),
        contract,
        name: 'Anna Berg',
        email: 'annan.adress@example.se',
        end,
      })
    await declare('mitt abonnemang', '2099-01-31')
    await declare('okänt', 'earliest')
    const listed = async (...words: string[]) =>
      JSON.parse((await anode('cancellations', 'list', ...words, '--json')).out) as {
        cancellation: number
        contract: string
        ends: string
        subscriptions: string | null
      }[]
    const [unknown, meant] = await listed()
    expect(meant).toMatchObject({ contract: 'mitt abonnemang', ends: '2099-01-31', subscriptions: null })
    const match = ['cancellations', 'match', String(meant!.cancellation), number.toLowerCase()]
    expect(JSON.parse((await anode(...match, '--json')).out)).toMatchObject({
      subscription: number,
      status: 'active',
      ends: '2099-01-31',
    })
    expect(await anode(...match)).toMatchObject({ code: 0 })
    expect(await anode('cancellations', 'close', String(unknown!.cancellation))).toMatchObject({ code: 0 })
    expect(await listed()).toEqual([])
    expect(await listed('--all')).toMatchObject([{ contract: 'okänt' }, { subscriptions: number }])
    expect(await operatorActions(number)).toEqual(['subscription.set_end'])
    expect((await anode('cancellations', 'match', '999', number)).err).toContain('no such cancellation')
    expect((await anode('cancellations', 'close', '999')).err).toContain('no such cancellation')
  })

  it('refuses a number that does not exist', async () => {
    for (const word of ['show', 'cancel', 'renew'])
      expect(await anode(word, 'S1-A1')).toMatchObject({ code: 1, err: 'There is no such subscription.\n' })
  })
})
