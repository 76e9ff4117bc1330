/** The mails about an order that waits for staff: that it waits, that it was rejected, that nobody decided in time. */
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { plainMail, type MailText } from './plain-mail.ts'
import { moneyBackParagraphs } from './refund-mail.ts'

export type HeldOrderMailKind = 'held' | 'rejected' | 'expired'

interface Words {
  subject: Record<HeldOrderMailKind, (number: string) => string>
  held: (number: string) => string
  heldUntil: (days: number) => string
  rejected: (number: string) => string
  expired: (number: string, days: number) => string
  nothingSent: string
  tryAgain: string
  questions: (phone: string) => string
}

const words: Record<StoreCode, Words> = {
  sv: {
    subject: {
      held: (number) => `Vi har fått din beställning ${number}`,
      rejected: (number) => `Vi kan inte ta emot beställning ${number}`,
      expired: (number) => `Beställning ${number} har avslutats`,
    },
    held: (number) =>
      `Tack för din beställning ${number}. En medarbetare går igenom den innan vi bekräftar den.`,
    heldUntil: (days) =>
      `Du får besked inom ${days} dagar. Varorna är reserverade så länge, och du behöver inte göra något.`,
    rejected: (number) => `Vi har gått igenom din beställning ${number} och kan tyvärr inte ta emot den.`,
    expired: (number, days) =>
      `Vi hann tyvärr inte behandla din beställning ${number} inom ${days} dagar, och den har därför avslutats. Vi ber om ursäkt.`,
    nothingSent: 'Inga varor skickas.',
    tryAgain: 'Du är välkommen att beställa igen, gärna med ett annat betalsätt eller en mindre beställning.',
    questions: (phone) => `Har du frågor? Svara på det här mejlet eller ring ${phone}.`,
  },
  no: {
    subject: {
      held: (number) => `Vi har mottatt bestillingen din ${number}`,
      rejected: (number) => `Vi kan ikke ta imot bestilling ${number}`,
      expired: (number) => `Bestilling ${number} er avsluttet`,
    },
    held: (number) =>
      `Takk for bestillingen din ${number}. En medarbeider går gjennom den før vi bekrefter den.`,
    heldUntil: (days) =>
      `Du får svar innen ${days} dager. Varene er reservert så lenge, og du trenger ikke å gjøre noe.`,
    rejected: (number) => `Vi har gått gjennom bestillingen din ${number} og kan dessverre ikke ta imot den.`,
    expired: (number, days) =>
      `Vi rakk dessverre ikke å behandle bestillingen din ${number} innen ${days} dager, og den er derfor avsluttet. Vi beklager.`,
    nothingSent: 'Ingen varer blir sendt.',
    tryAgain:
      'Du er velkommen til å bestille på nytt, gjerne med en annen betalingsmåte eller en mindre bestilling.',
    questions: (phone) => `Har du spørsmål? Svar på denne e-posten eller ring ${phone}.`,
  },
  de: {
    subject: {
      held: (number) => `Ihre Bestellung ${number} ist bei uns eingegangen`,
      rejected: (number) => `Wir können Ihre Bestellung ${number} nicht annehmen`,
      expired: (number) => `Ihre Bestellung ${number} wurde beendet`,
    },
    held: (number) =>
      `vielen Dank für Ihre Bestellung ${number}. Diese Nachricht bestätigt den Eingang; bevor wir die Bestellung annehmen, prüft sie ein Mitarbeiter.`,
    heldUntil: (days) =>
      `Sie hören innerhalb von ${days} Tagen von uns. So lange ist die Ware für Sie reserviert, und Sie müssen nichts tun.`,
    rejected: (number) => `wir haben Ihre Bestellung ${number} geprüft und können sie leider nicht annehmen.`,
    expired: (number, days) =>
      `leider konnten wir Ihre Bestellung ${number} nicht innerhalb von ${days} Tagen bearbeiten und haben sie deshalb beendet. Wir bitten um Entschuldigung.`,
    nothingSent: 'Es wird keine Ware verschickt.',
    tryAgain:
      'Sie können gern erneut bestellen, zum Beispiel mit einer anderen Zahlungsart oder in kleinerem Umfang.',
    questions: (phone) => `Haben Sie Fragen? Antworten Sie auf diese E-Mail oder rufen Sie uns an: ${phone}.`,
  },
  da: {
    subject: {
      held: (number) => `Vi har modtaget din bestilling ${number}`,
      rejected: (number) => `Vi kan ikke tage imod bestilling ${number}`,
      expired: (number) => `Bestilling ${number} er afsluttet`,
    },
    held: (number) => `Tak for din bestilling ${number}. En medarbejder gennemgår den, før vi bekræfter den.`,
    heldUntil: (days) =>
      `Du får besked inden for ${days} dage. Varerne er reserveret så længe, og du behøver ikke gøre noget.`,
    rejected: (number) => `Vi har gennemgået din bestilling ${number} og kan desværre ikke tage imod den.`,
    expired: (number, days) =>
      `Vi nåede desværre ikke at behandle din bestilling ${number} inden for ${days} dage, og den er derfor afsluttet. Det beklager vi.`,
    nothingSent: 'Der bliver ikke sendt nogen varer.',
    tryAgain:
      'Du er velkommen til at bestille igen, gerne med en anden betalingsmåde eller en mindre bestilling.',
    questions: (phone) => `Har du spørgsmål? Svar på denne mail, eller ring på ${phone}.`,
  },
}

/** `refund`: what went back where money had been collected for a rejected order. */
export function heldOrderMail(
  { number, snapshot }: { number: string; snapshot: OrderSnapshot },
  kind: HeldOrderMailKind,
  refund: StoredRefund | null = null,
): MailText {
  const { store, customer } = snapshot
  const said = words[store]
  const days = storePolicies[store].heldOrderDays
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  const body =
    kind === 'held'
      ? [said.held(number), said.heldUntil(days)]
      : [
          kind === 'expired' ? said.expired(number, days) : said.rejected(number),
          said.nothingSent,
          ...moneyBackParagraphs(snapshot, refund),
          said.tryAgain,
        ]
  return plainMail(store, said.subject[kind](number), [
    greeting(store, name),
    ...body,
    said.questions(stores[store].phoneNumber),
  ])
}
