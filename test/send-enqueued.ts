/** Sends the mails of enqueued jobs into a list. Only in `.db.test.ts` files. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { JobPayloads } from '../domain/jobs/job-queue.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import type { Mail } from '../providers/mail/mailer.ts'
import { testKeys } from './keyring.ts'

interface MailingServices {
  db: Kysely<DB>
  mailer: { send: (mail: Mail) => Promise<{ messageId: string }> }
  keys: Keyring
  publicUrl: string
  clock: () => number
}

/**
 * Runs the jobs of a queue that were enqueued since the last call and returns their mails; jobs of other queues are
 * dropped. `send`: the job of the queue.
 */
export async function sendEnqueued<Name extends keyof JobPayloads>(
  shop: { db: Kysely<DB>; enqueued: { name: string; data: object }[]; clock: () => number },
  queue: Name,
  send: (services: MailingServices, data: JobPayloads[Name]) => Promise<unknown>,
): Promise<Mail[]> {
  const mails: Mail[] = []
  const services = {
    db: shop.db,
    mailer: { send: async (mail: Mail) => ({ messageId: String(mails.push(mail)) }) },
    keys: testKeys,
    publicUrl: 'https://shop.example',
    clock: shop.clock,
  }
  for (const { data } of shop.enqueued.splice(0).filter(({ name }) => name === queue))
    await send(services, data as JobPayloads[Name])
  return mails
}

/** The token of the link in a mail; '' where it has none. */
export const tokenIn = (mail: Mail | undefined): string =>
  /[?&]token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
