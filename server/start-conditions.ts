/**
 * Preconditions of a start, checked first: a free port and, with an external PostgreSQL, a database that
 * accepts the connection. The error says what the operator can do about it.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { ConfigError } from './config-error.ts'
import { requirePrimary } from './require-primary.ts'

interface Door {
  host: string
  port: number
  /** Name of the port's setting; PORT by default. */
  variable?: string
}

/** Throws ConfigError when the port cannot be bound. */
export async function requirePort({ host, port }: Door): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening').catch(explainListening({ host, port }))
  server.close()
  await once(server, 'close')
}

/** The ConfigError for the fault of a failed `listen`. */
export function explainListening({
  host,
  port,
  variable = 'PORT',
}: Door): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const { code = '' } = error
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `${variable} ${port} is taken: something else listens on ${host}:${port}. Stop it, or set another ${variable}.`,
      )
    if (code === 'EACCES' || code === 'EPERM')
      throw new ConfigError(`${variable} ${port} is not for this user: set one above 1023.`)
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
      throw new ConfigError(`HOST ${host} is no address of this machine: use 0.0.0.0 for all addresses.`)
    throw error
  }
}

/**
 * Connects once; throws ConfigError, naming the variable, when the database rejects the connection or is a standby.
 */
export async function requireDatabase(
  databaseUrl: string,
  variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await requirePrimary(client)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new ConfigError(`The database of ${variable} does not let the shop in: ${message || code}.`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
