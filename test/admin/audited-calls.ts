/**
 * Looks for the audit entry of every change that a test makes through the back office's API, and for words for what the
 * entries say. A route that is listed in `admin-calls.ts` with the file that tests it leaves no entry unnoticed that way:
 * closing the application fails.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { wordless, type AuditedEntry } from './audit-words.ts'
import type { Database } from '../../server/database/database.ts'
import { adminCalls } from './admin-calls.ts'

/** Builds an application that fails to close where a route answered changes and none of them left an entry. */
export async function withAuditedCalls(
  db: Database,
  build: () => Promise<FastifyInstance>,
): Promise<FastifyInstance> {
  /** Route → whether one of its calls left an entry: one that changed nothing leaves none. */
  const called = new Map<string, boolean>()
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onSend', async (request, reply) => {
      const route = `${request.method} ${request.routeOptions.url}`
      const call = adminCalls[route]
      if (call === undefined || 'changesNothing' in call || reply.statusCode >= 300) return
      if (called.get(route) === true) return
      const { rows } = await sql`select 1 from audit_entry where request_id = ${request.id} limit 1`.execute(
        db,
      )
      called.set(route, rows.length > 0)
    })
    fastify.addHook('onClose', async () => {
      const { rows: entries } =
        await sql<AuditedEntry>`select action, before, after from audit_entry`.execute(db)
      const raw = new Set(entries.flatMap(wordless))
      if (raw.size > 0) throw new Error(`audit entries without words: ${[...raw].join(', ')}`)
      const silent = [...called].flatMap(([route, isAudited]) => (isAudited ? [] : [route]))
      if (silent.length > 0) throw new Error(`changes without an audit entry: ${silent.join(', ')}`)
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return await build()
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}
