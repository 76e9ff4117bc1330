/**
 * A node writes in nearly every request, and PostgreSQL's change log is read from the server that writes it. A standby
 * accepts connections too, so a connection is checked when it is opened. It need not be checked again: a server
 * becomes a standby only by a restart, which ends its connections.
 */
import type pg from 'pg'

/** Rejects with PostgreSQL's code of a read-only transaction, which counts as an unavailable database. */
export async function requirePrimary(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (rows[0]!.isStandby) throw standbyFault()
}

export const standbyFault = () =>
  Object.assign(new Error('the database server is a standby, which accepts no writes'), { code: '25006' })
