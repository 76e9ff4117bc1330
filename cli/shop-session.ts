/**
 * Opens the shop's database for one command and closes it again: the one at DATABASE_URL, the embedded one of
 * a running server, or the embedded one started and stopped for this command.
 */
import { CompiledQuery } from 'kysely'
import type { Query } from '../db/query.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { createKeyring, type Keyring } from '../domain/keys/keyring.server.ts'
import { openSettings } from '../domain/settings/settings-store.server.ts'
import type { ServiceLog, Services } from '../server/compose.ts'
import { ConfigError } from '../server/config-error.ts'
import { readConfig, type Config } from '../server/config.ts'
import { createDatabase, type Database } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { prepareDatabase } from '../server/database/prepare-database.ts'
import { keptAddress } from '../server/node-setting.ts'
import { operatorActor, recordCommand } from './operator-action.ts'
import { Refusal } from '../sdk/refusal.ts'

export interface ShopSession {
  db: Database
  url: string
  /** Of the role that owns the tables; the same as `url` where there is one role. */
  ownerUrl: string
  config: Config
  keys: Keyring
  /** The operator, for the audit. */
  actor: Actor
  /** Composes the server's services; their modules are loaded only for the commands that need them. */
  services: () => Promise<Services>
  /** Address for links: from this environment if it is set, else that of the running shop. */
  publicUrl: string
  /** Origin of the back office, likewise; null: there is none. */
  adminUrl: string | null
  /** Migrations that this command applied at its start. */
  migrated: string[]
}

/** Log lines go to stderr, so that a command's output can be piped. */
const log = {
  info: (message: string) => process.stderr.write(`${message}\n`),
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
}

/** The same for services, whose log calls have data. */
const noteOf: ServiceLog = {
  info: (_data, message) => log.info(message),
  warn: (_data, message) => log.warn(message),
}

/** Reads the configuration; an invalid variable is rejected with a message. */
export function commandConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) throw new Refusal(error.message)
    throw error
  }
}

/**
 * PUBLIC_URL, or the address derived from PORT, takes precedence; without them the CLI does not know the
 * shop's address by itself.
 */
async function publicUrlOf(db: Database, config: Config): Promise<string> {
  if (process.env['PUBLIC_URL'] || process.env['PORT']) return config.publicUrl
  return (await keptAddress(db, 'public_url')) ?? config.publicUrl
}

/** ADMIN_URL and the address derived from a given port take precedence, likewise. */
async function adminUrlOf(db: Database, { admin }: Config): Promise<string | null> {
  const { ADMIN_URL, ADMIN_PORT, PORT } = process.env
  if (admin !== null && (ADMIN_URL || ADMIN_PORT || PORT)) return admin.url
  return (await keptAddress(db, 'admin_url')) ?? admin?.url ?? null
}

/**
 * Runs the work with a migrated database, as the role that serves the shop. Ctrl-C stops what was started and
 * exits with 130. `warn`: logs doubts about the database, as a node does at its start.
 */
export async function withShop<T>(
  work: (shop: ShopSession) => Promise<T>,
  options: { warn?: boolean } = {},
): Promise<T> {
  const config = commandConfig()
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: { ...log, info: noteInitialising } })
      : undefined
  const url = embedded?.servingUrl ?? config.databaseUrl ?? ''
  const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl
  let interrupted = false
  const interrupt = (signal: NodeJS.Signals) => {
    interrupted = true
    process.stderr.write('\nStopping. What is committed stays; run the command again to complete it.\n')
    const done = embedded?.stop() ?? Promise.resolve()
    void done.finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const db = createDatabase(url, { log, statementTimeoutMs: 0, max: 4, applicationName: 'anode' })
  try {
    const migrated = await prepareDatabase({
      url,
      ownerUrl,
      log: { info: () => {}, warn: options.warn ? log.warn : () => {} },
    })
    await openSettings(db)
    const publicUrl = await publicUrlOf(db, config)
    const adminUrl = await adminUrlOf(db, config)
    const keys = createKeyring([config.secret, ...config.previousSecrets])
    const services = async () => {
      const { composeServices } = await import('../server/compose.ts')
      const composed = composeServices({ config: { ...config, publicUrl }, db, log: noteOf, clock: Date.now })
      await composed.providerAccounts.refresh()
      return composed
    }
    await recordCommand(db, keys)
    return await work({
      db,
      url,
      ownerUrl: ownerUrl ?? url,
      config,
      keys,
      actor: operatorActor(),
      services,
      publicUrl,
      adminUrl,
      migrated,
    })
  } catch (error) {
    // The fault is caused by stopping the database; `interrupt` then ends the process.
    if (interrupted) await new Promise(() => {})
    throw error
  } finally {
    await db.destroy()
    await embedded?.stop()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

function noteInitialising(message: string): void {
  if (message.startsWith('Initialising')) log.info(message)
}

/** Plain statements on the pool, as the catalogue index asks them. */
export function queryOf(db: Database): Query {
  return async <T>(text: string, parameters: unknown[] = []) =>
    (await db.executeQuery(CompiledQuery.raw(text, parameters))).rows as T[]
}
