/** The worker of the outbox: claims what is due and sends it, as long as the process works on jobs. */
import { setTimeout } from 'node:timers/promises'
import {
  claimMails,
  endMail,
  failMail,
  lockMail,
  postponeMail,
  type ClaimedMail,
} from '../../../domain/mail/mail-outbox.server.ts'
import { isShortLived } from '../../../domain/mail/mail-templates.ts'
import {
  faultOf,
  isRefusedForGood,
  isServerUnavailable,
  mailFailure,
} from '../../../providers/mail/mail-failure.ts'
import { MailLimitReached } from '../../../providers/mail/send-mail.ts'
import { sendTemplate } from '../../../providers/mail/send-template.ts'
import type { JobsOptions } from '../jobs-options.ts'
import { mailTemplates } from './mail-templates.ts'

/**
 * Mails that one node sends concurrently; each holds a database connection, and a connection of the mailer's pool if it has
 * one.
 */
const mailsAtOnce = 5

/** How long a mail waits at most where nothing else was sent before it. */
const pollMs = 1000

/** Returns when `stopping` is aborted and no mail is being sent. */
export async function sendMails(options: JobsOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const isMore = await sendDueMails(options, stopping).catch((error: unknown) => {
      if (!options.noteOutage?.(error, 'mails'))
        options.log.warn({ err: error }, 'could not look for mails that are due')
      return false
    })
    if (!isMore) await setTimeout(pollMs, undefined, { signal: stopping }).catch(() => {})
  }
}

/**
 * Sends what is due, a few at the same time; answers whether there may be more. Once the mail server is unreachable, the
 * rest fails without an attempt, because each attempt would wait for its own timeout. Mails that no attempt was made for
 * when the process stops are left to the next node.
 */
export async function sendDueMails(
  options: JobsOptions,
  stopping: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const { mails, isMore } = await claimMails(options.db, [...mailTemplates.keys()])
  const waiting = [...mails]
  let isUnavailable = false
  const sendNext = async (): Promise<void> => {
    for (let mail = waiting.shift(); mail !== undefined; mail = waiting.shift()) {
      if (stopping.aborted) await postponeMail(options.db, mail)
      else if (isUnavailable) await failMail(options.db, mail, { code: 'not_tried' })
      else isUnavailable = (await sendClaimed(options, mail)) || isUnavailable
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: mailsAtOnce }, sendNext))
  // Only now: no mail is being sent any more. What was not recorded is due again after its lease.
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return isMore && !isUnavailable
}

/** True: the mail server is unreachable. */
async function sendClaimed(options: JobsOptions, mail: ClaimedMail): Promise<boolean> {
  const { db, log } = options
  const { id, template, data, recipient } = mail
  try {
    const outcome = await sendTemplate(
      options,
      mailTemplates.get(template)!,
      { template, data, key: id, recipient },
      { begin: (trx) => lockMail(trx, mail), end: (trx, ended) => endMail(trx, mail, ended) },
    )
    if (typeof outcome === 'object') await postponeMail(db, mail, outcome.until)
    return false
  } catch (error) {
    // A link that is valid for an hour is not sent the next day.
    if (error instanceof MailLimitReached && !isShortLived(template)) {
      await postponeMail(db, mail, error.until)
      return false
    }
    const failure = mailFailure(error)
    // Those of the mail server are logged by the mailer. No message: it may name the recipient.
    if (failure.code === 'unknown') log.warn({ template, ...faultOf(error) }, 'a mail could not be made')
    await failMail(db, mail, { ...failure, isForGood: isRefusedForGood(error) })
    return isServerUnavailable(error)
  }
}
