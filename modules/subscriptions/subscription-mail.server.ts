/** The mails about a subscription: reminder, failed charge, a delivery that cannot be ordered, and the receipt of its end. */
import { formatMessage } from '../../domain/content/message.ts'
import { formatMoney, minor } from '../../domain/money/money.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { renewalPolicy } from './renewal-policy.ts'
import type { Subscription, SubscriptionMailKind } from './subscription.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { intervalWords, longDay } from '../../providers/mail/interval-words.ts'
import { plainMail, type MailText, type Paragraph } from '../../providers/mail/plain-mail.ts'

export interface SubscriptionMail {
  kind: SubscriptionMailKind
  data: Readonly<Record<string, string | number>>
  subscription: Pick<
    Subscription,
    | 'number'
    | 'store'
    | 'name'
    | 'quantity'
    | 'intervalName'
    | 'customer'
    | 'paymentProvider'
    | 'paymentLabel'
  >
}

/**
 * `manageUrl`: of the customer's subscriptions; `preferencesUrl`: where the recipient chooses their mails. Both
 * absolute.
 */
export function subscriptionMail(
  { kind, data, subscription }: SubscriptionMail,
  manageUrl: string,
  preferencesUrl: string,
): MailText {
  const { store: code, number, name, quantity, intervalName, customer } = subscription
  const store = stores[code]
  const said = textsOf(code).moduleMails.subscriptions.subscription
  const fill = (text: string, values: Record<string, string | number> = {}) =>
    formatMessage(text, { number, name, quantity, ...values }, store.iso)
  const link = (words: string): Paragraph => ({ link: manageUrl, words })
  const mail = (subject: string, paragraphs: Paragraph[]): MailText =>
    plainMail(code, subject, [
      greeting(code, `${customer.firstName} ${customer.lastName}`),
      ...paragraphs,
      fill(said.about, { interval: intervalWords(code, intervalName) }),
    ])
  const type = kind.replace(/-\d+$/, '')
  switch (type) {
    case 'reminder': {
      const day = longDay(code, String(data['dueOn']))
      const { paymentProvider, paymentLabel } = subscription
      const method = paymentProvider === 'invoice' ? said.invoice : paymentLabel
      return mail(fill(said.reminder_subject, { day }), [
        fill(said.reminder, { day }),
        ...(data['mostMinor'] === undefined
          ? []
          : [fill(said.reminder_price, { most: formatMoney(minor(Number(data['mostMinor'])), store) })]),
        method === null ? said.reminder_no_method : fill(said.reminder_method, { method }),
        said.reminder_until,
        link(said.manage),
        { link: preferencesUrl, words: textsOf(code).mails.preferences },
      ])
    }
    case 'payment_failed':
      return mail(fill(said.payment_failed_subject), [
        said.payment_failed,
        link(said.change_payment),
        fill(said.next_try, { day: dayOfMoment(code, data['nextTryAt']) }),
      ])
    case 'confirm_payment':
      return mail(fill(said.confirm_payment_subject), [
        said.confirm_payment_text,
        link(said.confirm_payment),
        fill(said.next_try, { day: dayOfMoment(code, data['nextTryAt']) }),
      ])
    case 'out_of_stock':
      return mail(fill(said.out_of_stock_subject), [
        fill(said.out_of_stock, { days: renewalPolicy.stockWaitDays }),
        link(said.manage),
      ])
    case 'skipped':
      return mail(fill(said.skipped_subject), [
        fill(said.skipped, { day: longDay(code, String(data['nextDueOn'])) }),
        link(said.manage),
      ])
    case 'not_ordered':
      return mail(fill(said.not_ordered_subject), [
        fill(said.not_ordered, { days: renewalPolicy.stockWaitDays }),
        link(said.manage),
      ])
    case 'not_ordered_skipped':
      return mail(fill(said.skipped_subject), [
        fill(said.not_ordered_skipped, { day: longDay(code, String(data['nextDueOn'])) }),
        link(said.manage),
      ])
    case 'paused':
      return mail(fill(said.paused_subject), [said.paused, link(said.resume)])
    case 'ended':
      return mail(fill(said.ended_subject), [said.ended])
    case 'cancelled': {
      const moment = new Intl.DateTimeFormat(store.iso, {
        dateStyle: 'long',
        timeStyle: 'long',
        timeZone: store.timeZone,
      })
      const at = moment.format(new Date(String(data['at'])))
      return mail(fill(said.cancelled_subject), [fill(said.cancelled, { moment: at }), said.keep])
    }
    default:
      throw new Error(`there is no mail of kind ${kind}`)
  }
}

function dayOfMoment(code: StoreCode, moment: string | number | undefined): string {
  const { iso, timeZone } = stores[code]
  return new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone }).format(new Date(String(moment)))
}
