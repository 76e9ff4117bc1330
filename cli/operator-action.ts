/** Records commands and their operators in the database, because terminal output is not kept. */
import { hostname, userInfo } from 'node:os'
import type { Command } from 'commander'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'

/** The command of this process: its name as typed, and its arguments. */
let running: { name: string; args: readonly string[] } | null = null

/** Must be called before a command's action. */
export function noteCommand(command: Command): void {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
  running = { name: names.join(' '), args: command.args }
}

/** Records the running command with the user of the operating system. */
export async function recordCommand(db: Kysely<DB>, keys: Keyring): Promise<void> {
  if (running === null) return
  const { name, args } = running
  const command = [name, ...args.map((argument) => withoutSecrets(keys, name, argument))].join(' ')
  await sql`insert into operator_action (os_user, host, command)
    values (${operatingSystemUser()}, ${hostname()}, ${command.slice(0, 500)})`.execute(db)
}

/** The operator of this process as an actor of the audit. */
export function operatorActor(): Actor {
  return { kind: 'cli', id: `${operatingSystemUser()}@${hostname()}`, onBehalfOf: null, requestId: null }
}

function withoutSecrets(keys: Keyring, name: string, argument: string): string {
  if (argument.includes('@'))
    return `email:${keys.digest('log-address', argument.trim().toLowerCase()).toString('hex').slice(0, 16)}`
  return name.startsWith('gift-card') ? `…${argument.slice(-4)}` : argument
}

function operatingSystemUser(): string {
  const caller = process.env['SUDO_USER']
  const { username } = userInfo()
  return caller ? `${username} (${caller})` : username
}

/** The commands that were run last, newest first. */
export async function recentCommands(
  db: Kysely<DB>,
  limit: number,
): Promise<{ at: Date; user: string; host: string; command: string }[]> {
  return db
    .selectFrom('operator_action')
    .select(['at', 'os_user as user', 'host', 'command'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
