/**
 * The receipt of a cancellation without login (§ 312k (4) BGB): its content, the day and time of receipt, and when the
 * contract ends.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { ContractCancellation } from './contract-cancellation.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

/**
 * `subscriptions`: numbers of the matching subscriptions, to whose own address the mail goes; it gets the whole
 * content. Empty: the address is an unverified input, and the mail repeats nothing of the declaration (decision 27).
 */
export function cancellationMail(
  declared: ContractCancellation & { store: StoreCode; subscriptions: readonly string[]; declaredAt: Date },
): MailText {
  const { store, subscriptions, name, email, kind, reason, endsOn, declaredAt } = declared
  const texts = textsOf(store).moduleMails.subscriptions.cancellation
  const { iso, timeZone } = stores[store]
  const moment = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeStyle: 'long', timeZone })
  const received = fill(texts.received, { moment: moment.format(declaredAt) })
  if (subscriptions.length === 0)
    return plainMail(store, texts.subject, [
      greeting(store, ''),
      received,
      fill(texts.unmatched, { email: storePolicies[store].company.email }),
    ])
  const asked = endsOn === null ? null : new Date(`${endsOn}T12:00:00Z`)
  const end = asked !== null && asked > declaredAt ? asked : declaredAt
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone })
  const content = [
    `${texts.contract}: ${subscriptions.join(', ')}`,
    `${texts.kind}: ${texts[kind]}`,
    ...(reason === '' ? [] : [`${texts.reason}: ${reason}`]),
    `${texts.asked}: ${asked === null ? texts.earliest : day.format(asked)}`,
    `${texts.name}: ${name}`,
    `${texts.email}: ${email}`,
  ]
  return plainMail(store, texts.subject, [
    greeting(store, name),
    received,
    content.join('\n'),
    fill(end === declaredAt ? texts.ends : texts.ends_later, { day: day.format(end) }),
  ])
}
