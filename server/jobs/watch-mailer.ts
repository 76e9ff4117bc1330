/** Counts every mail and logs every failure, without data that identifies the recipient. */
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { mailFailure } from '../../providers/mail/mail-failure.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

export type MailOutcome = 'sent' | 'failed'

/** Mails of this process since its start; exported as `anode_mails_total`. */
export interface MailTally {
  add(kind: MailKind, outcome: MailOutcome): void
  counts(): { kind: MailKind; outcome: MailOutcome; count: number }[]
}

export function createMailTally(): MailTally {
  const counts = new Map<string, { kind: MailKind; outcome: MailOutcome; count: number }>()
  return {
    add(kind, outcome) {
      const key = `${outcome} ${kind}`
      const entry = counts.get(key) ?? { kind, outcome, count: 0 }
      counts.set(key, { ...entry, count: entry.count + 1 })
    },
    counts: () => [...counts.values()],
  }
}

/** Wraps the mailer with counting. A failure is logged with its kind and codes, and rethrown. */
export function watchMailer(mailer: Mailer, { log, tally }: { log: WarningLog; tally: MailTally }): Mailer {
  return {
    async send(mail) {
      try {
        const sent = await mailer.send(mail)
        tally.add(mail.kind, 'sent')
        return sent
      } catch (error) {
        tally.add(mail.kind, 'failed')
        log.warn({ kind: mail.kind, ...mailFailure(error) }, 'a mail could not be sent')
        throw error
      }
    },
  }
}
