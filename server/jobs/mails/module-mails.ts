/** The mails of modules, and what modules change in ours. Their faults are logged under their names: our mail goes as it is. */
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../db/schema.generated.ts'
import { findAccount } from '../../../domain/accounts/account-repository.server.ts'
import type { WarningLog } from '../../../domain/log/warning-log.ts'
import type { MailKind } from '../../../domain/mail/mail-kind.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import type { ModuleManifest } from '../../../sdk/module.ts'
import { mailTemplate, type MailServices, type MailTemplate } from '../../../providers/mail/mail-template.ts'
import type {
  MailContent,
  MakeMail,
  ModuleMailServices,
  OwnMail,
} from '../../../providers/mail/module-mails.ts'
import { plainMail } from '../../../providers/mail/plain-mail.ts'

/** Nothing is null, also where a module returns nothing at all. */
const mailContent = z
  .object({
    subject: z.string().min(1).max(300),
    paragraphs: z
      .array(
        z.union([
          z.string().max(20_000),
          z.object({ link: z.string().max(4000), words: z.string().max(300) }),
        ]),
      )
      .max(100),
  })
  .nullish()
const mailLines = z.array(z.string().max(500)).max(50).nullish()

/** Longest time of a part of a module: a transaction of ours waits for it, and one of the few places to send mails. */
const longestMs = 10_000

async function withinTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it took more than ${longestMs} ms`)), longestMs)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Manifests = ReadonlyMap<string, Pick<ModuleManifest, 'mails' | 'mailOverrides' | 'orderMailLines'>>

/** What is in the outbox for a mail of a module; the address of `store` is the row's recipient. */
export interface ModuleMailData {
  to: { order: string } | { account: number } | { store: StoreCode }
  data: unknown
}

/** A template for each mail of a module, under the name of its kind. */
export const templatesOfModules = (
  manifests: Manifests,
): [string, MailTemplate<ModuleMailData, MailServices, never>][] =>
  [...manifests.values()].flatMap(({ mails = {} }) =>
    Object.entries(mails).map(([kind, make]) => [kind, templateOf(kind, make)] satisfies [string, unknown]),
  )

function templateOf(kind: string, make: MakeMail) {
  return mailTemplate<ModuleMailData>({
    async mail(trx, { clock, publicUrl }, { to, data }, { key, recipient }) {
      const receiver = await receiverOf(trx, to, recipient)
      if (receiver === null) return null
      const { store, email, order } = receiver
      const content = await withinTime(make({ db: trx, clock, publicUrl }, data as never, { store, order }))
        .then((answer) => mailContent.parse(answer))
        // Without the codes of its error, which would be taken for those of the mail server.
        .catch((error: unknown) => {
          throw new Error(`a module could not make the mail ${kind}`, { cause: error })
        })
      if (!content) return null
      const { subject, html, text } = plainMail(store, content.subject, content.paragraphs)
      const about = order === null ? {} : { order }
      const name = `${kind}-${key}`
      // The kind is declared with its limit (`mails`); the shop's own types do not know it.
      return {
        name,
        kind: kind as MailKind,
        store,
        to: email,
        subject,
        html,
        text,
        date: new Date(clock()),
        ...about,
      }
    },
    // Modules from outside show their own.
    samples: () => ({}),
  })
}

/** Null: there is nobody any more. */
async function receiverOf(
  trx: Kysely<DB>,
  to: ModuleMailData['to'],
  recipient: string | null,
): Promise<{ store: StoreCode; email: string; order: string | null } | null> {
  if ('store' in to) return recipient === null ? null : { store: to.store, email: recipient, order: null }
  if ('account' in to) {
    const account = await findAccount(trx, to.account)
    return account === null ? null : { store: account.store, email: account.email, order: null }
  }
  const row = await trx
    .selectFrom('orders')
    .select(['store', 'email'])
    .where('number', '=', to.order)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ? { store: row.store, email: row.email, order: to.order } : null
}

/**
 * Runs a part of a module in a transaction of ours. A fault is logged under the module's name, what the part has written is
 * rolled back, and the answer is `otherwise`.
 */
async function guarded<Answer>(
  { trx, log, module, part }: { trx: Kysely<DB>; log: WarningLog; module: string; part: string },
  otherwise: Answer,
  work: () => Promise<Answer>,
): Promise<Answer> {
  await sql`savepoint module_part`.execute(trx)
  try {
    const answer = await withinTime(work())
    await sql`release savepoint module_part`.execute(trx)
    return answer
  } catch (error) {
    await sql`rollback to savepoint module_part`.execute(trx)
    log.warn({ module, part, err: error }, 'a part of a module failed')
    return otherwise
  }
}

/** Other words for a mail of ours, of the first module that has some; null: there are none. */
export const rewordingOf =
  (manifests: Manifests, log: WarningLog) =>
  async (services: ModuleMailServices, mail: OwnMail): Promise<MailContent | null> => {
    for (const [module, { mailOverrides = {} }] of manifests) {
      const override = Object.hasOwn(mailOverrides, mail.kind) ? mailOverrides[mail.kind] : undefined
      if (!override) continue
      const part = { trx: services.db, log, module, part: `the mail ${mail.kind}` }
      const content = await guarded(part, null, async () => mailContent.parse(await override(services, mail)))
      if (content) return content
    }
    return null
  }

/** The lines that modules add to an order confirmation. */
export const orderLinesOf =
  (manifests: Manifests, log: WarningLog) =>
  async (services: ModuleMailServices, order: { number: string; store: StoreCode }): Promise<string[]> => {
    const lines: string[] = []
    for (const [module, { orderMailLines }] of manifests)
      if (orderMailLines) {
        const part = { trx: services.db, log, module, part: 'lines of the order confirmation' }
        const added = await guarded(part, [], async () =>
          mailLines.parse(await orderMailLines(services, order)),
        )
        lines.push(...(added ?? []))
      }
    return lines
  }
