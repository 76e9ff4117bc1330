/** Several confirmations of orders in one mail, each with its whole content (CRD Art. 8 (7)). */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

const words: Record<StoreCode, { subject: (count: number) => string; intro: string }> = {
  sv: {
    subject: (count) => `Bekräftelse av ${count} beställningar`,
    intro: 'Det kom många beställningar på kort tid. Här är bekräftelserna samlade.',
  },
  no: {
    subject: (count) => `Bekreftelse på ${count} bestillinger`,
    intro: 'Det kom mange bestillinger på kort tid. Her er bekreftelsene samlet.',
  },
  de: {
    subject: (count) => `Bestätigung von ${count} Bestellungen`,
    intro: 'In kurzer Zeit gingen viele Bestellungen ein. Hier sind die Bestätigungen gesammelt.',
  },
  da: {
    subject: (count) => `Bekræftelse af ${count} bestillinger`,
    intro: 'Der kom mange bestillinger på kort tid. Her er bekræftelserne samlet.',
  },
}

export function collectedMail(store: StoreCode, mails: readonly Pick<MailText, 'text'>[]): MailText {
  const { subject, intro } = words[store]
  const parts = mails.flatMap(({ text }) => ['————————————————', text.trim()])
  return plainMail(store, subject(mails.length), [intro, ...parts])
}
