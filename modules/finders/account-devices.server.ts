/** The devices that a customer saved in the finder, the same wherever they log in. The only SQL for its table. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

export interface KeptDevice {
  id: number
  slug: string
  name: string
  /** The customer's own name for it; null: none. */
  label: string | null
}

/** A device as a browser names it; one that the shop does not know is left out. */
export interface NamedDevice {
  id: number
  label: string | null
}

/** Most devices of an account, as of a browser. */
export const mostDevices = 20

/** The devices of an account, the newest first. */
export async function devicesOf(db: Kysely<DB>, accountId: number): Promise<KeptDevice[]> {
  const { rows } = await sql<KeptDevice>`
    select d.id, d.slug, d.maker || ' ' || d.model as name, k.label
    from account_finder_device k join device d on d.id = k.device_id
    where k.account_id = ${accountId} order by k.position desc`.execute(db)
  return rows
}

/** Replaces the devices of an account. `devices`: the newest first. */
export async function keepDevices(
  db: Kysely<DB>,
  accountId: number,
  devices: readonly NamedDevice[],
): Promise<KeptDevice[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from account where id = ${accountId} for update`.execute(trx)
    return replaceDevices(trx, accountId, devices)
  })
}

/** Adds the devices of a browser to those of its account: those of the browser first, and its names for them. */
export async function joinDevices(
  db: Kysely<DB>,
  accountId: number,
  devices: readonly NamedDevice[],
): Promise<KeptDevice[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from account where id = ${accountId} for update`.execute(trx)
    const kept = await devicesOf(trx, accountId)
    const labelOf = (id: number) => kept.find((device) => device.id === id)?.label ?? null
    const ofBrowser = devices.map(({ id, label }) => ({ id, label: label ?? labelOf(id) }))
    return replaceDevices(trx, accountId, [...ofBrowser, ...kept])
  })
}

async function replaceDevices(
  trx: Kysely<DB>,
  accountId: number,
  devices: readonly NamedDevice[],
): Promise<KeptDevice[]> {
  const unique = [...new Map(devices.toReversed().map((device) => [device.id, device])).values()]
  const newest = unique.slice(-mostDevices)
  await trx.deleteFrom('account_finder_device').where('account_id', '=', accountId).execute()
  await sql`insert into account_finder_device (account_id, device_id, label, position)
    select ${accountId}, d.id, nullif(given.label, ''), given.position
    from unnest(${newest.map(({ id }) => id)}::bigint[], ${newest.map(({ label }) => label ?? '')}::text[])
      with ordinality as given (id, label, position)
    join device d on d.id = given.id`.execute(trx)
  return devicesOf(trx, accountId)
}
