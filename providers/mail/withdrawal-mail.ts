/**
 * The receipt of a declaration of withdrawal (CRD Art. 11a (4)): its content, and the day and time it came, on a
 * durable medium; then what happens with goods and money (Art. 13, 14).
 */
import type { WithdrawalDeclaration } from '../../domain/withdrawals/withdrawal.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  subject: (number: string) => string
  unmatchedSubject: string
  received: (moment: string) => string
  declared: string
  order: string
  goods: string
  whole: string
  name: string
  email: string
  goodsBack: (address: string) => string
  moneyBack: string
  slip: string
}

const words: Record<StoreCode, Words> = {
  sv: {
    subject: (number) => `Vi har tagit emot din ångeranmälan för order ${number}`,
    unmatchedSubject: 'Vi har tagit emot din ångeranmälan',
    received: (moment) => `Ditt meddelande om att du frånträder avtalet kom till oss ${moment}. Spara det här mejlet: det är ditt kvitto.`,
    declared: 'Jag meddelar att jag frånträder mitt köp.', order: 'Order', goods: 'Varor', whole: 'hela ordern', name: 'Namn', email: 'E-post',
    goodsBack: (address) => `Har du redan fått varorna skickar du tillbaka dem senast 14 dagar från i dag till ${address}. Lägg i ordernumret. Trasiga eller svällda litiumbatterier får inte skickas: hör av dig först.`,
    moneyBack: 'Pengarna, inklusive vanlig frakt till dig, kommer tillbaka samma väg som du betalade inom 14 dagar. Vi får vänta tills varorna är här eller du har visat att de är skickade.',
    slip: 'Stämmer något inte? Svara på det här mejlet.',
  },
  no: {
    subject: (number) => `Vi har mottatt angremeldingen din for ordre ${number}`,
    unmatchedSubject: 'Vi har mottatt angremeldingen din',
    received: (moment) => `Meldingen din om at du går fra avtalen, kom til oss ${moment}. Ta vare på denne e-posten: den er kvitteringen din.`,
    declared: 'Jeg gir melding om at jeg går fra avtalen om kjøp.', order: 'Ordre', goods: 'Varer', whole: 'hele ordren', name: 'Navn', email: 'E-post',
    goodsBack: (address) => `Har du allerede fått varene, sender du dem tilbake innen 14 dager fra i dag til ${address}. Legg ved ordrenummeret. Ødelagte eller oppsvulmede litiumbatterier kan ikke sendes: ta kontakt først.`,
    moneyBack: 'Pengene, inkludert vanlig frakt til deg, kommer tilbake samme vei som du betalte, innen 14 dager. Vi kan vente til varene er her, eller til du har vist at de er sendt.',
    slip: 'Er noe feil? Svar på denne e-posten.',
  },
  de: {
    subject: (number) => `Eingang Ihres Widerrufs zur Bestellung ${number}`,
    unmatchedSubject: 'Eingang Ihres Widerrufs',
    received: (moment) => `Ihr Widerruf ist am ${moment} bei uns eingegangen. Bitte bewahren Sie diese E-Mail auf: Sie ist Ihre Eingangsbestätigung.`,
    declared: 'Hiermit widerrufe ich den von mir abgeschlossenen Vertrag.', order: 'Bestellung', goods: 'Waren', whole: 'die ganze Bestellung', name: 'Name', email: 'E-Mail',
    goodsBack: (address) => `Haben Sie die Waren schon erhalten, senden Sie sie bitte binnen 14 Tagen ab heute an ${address} und legen Sie die Bestellnummer bei. Beschädigte oder aufgeblähte Lithiumbatterien dürfen nicht verschickt werden: Bitte melden Sie sich vorher.`,
    moneyBack: 'Den Kaufpreis einschließlich der Kosten der Standardlieferung erstatten wir binnen 14 Tagen auf dem Weg, auf dem Sie bezahlt haben. Wir können warten, bis die Waren hier sind oder Sie nachgewiesen haben, dass sie abgeschickt sind.',
    slip: 'Stimmt etwas nicht? Antworten Sie auf diese E-Mail.',
  },
  da: {
    subject: (number) => `Vi har modtaget din fortrydelse af ordre ${number}`,
    unmatchedSubject: 'Vi har modtaget din fortrydelse',
    received: (moment) => `Din meddelelse om, at du fortryder aftalen, kom til os ${moment}. Gem denne mail: den er din kvittering.`,
    declared: 'Jeg meddeler herved, at jeg ønsker at gøre fortrydelsesretten gældende.', order: 'Ordre', goods: 'Varer', whole: 'hele ordren', name: 'Navn', email: 'E-mail',
    goodsBack: (address) => `Har du allerede fået varerne, sender du dem tilbage senest 14 dage fra i dag til ${address}. Læg ordrenummeret ved. Beskadigede eller opsvulmede litiumbatterier må ikke sendes: kontakt os først.`,
    moneyBack: 'Pengene, inklusive almindelig levering til dig, kommer tilbage samme vej, som du betalte, inden for 14 dage. Vi må vente, til varerne er her, eller til du har vist, at de er sendt.',
    slip: 'Er noget forkert? Svar på denne mail.',
  },
} // prettier-ignore

/** Looks like a number of ours, whoever has it: letters and digits, nothing to read or to click on. */
const numberPattern = /^[a-z]{0,2}\d{1,12}$/i

/**
 * `order`: the number of the order the declaration fits, whose own address the mail goes to; it gets the whole content
 * (Art. 11a (4)). Null: none fits. Then the address is whatever somebody typed, and the mail repeats nothing of what
 * they wrote but an order number (decision 0029).
 */
export function withdrawalMail(
  declared: WithdrawalDeclaration & { store: StoreCode; order: string | null; declaredAt: Date },
): MailText {
  const { store, order, orderNumber, name, email, goods, declaredAt } = declared
  const said = words[store]
  // The country's own time: that of the buyer, and of the day the term ends.
  const moment = new Intl.DateTimeFormat(stores[store].iso, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: stores[store].timeZone,
  })
  const company = storePolicies[store].company
  const back = `${company.name}, ${company.street}, ${company.postalCode} ${company.city}`
  const number = order ?? (numberPattern.test(orderNumber) ? orderNumber : null)
  const content = [
    said.declared,
    ...(number === null ? [] : [`${said.order}: ${number}`]),
    ...(order === null
      ? []
      : [`${said.goods}: ${goods || said.whole}`, `${said.name}: ${name}`, `${said.email}: ${email}`]),
  ]
  return plainMail(store, number === null ? said.unmatchedSubject : said.subject(number), [
    greeting(store, order === null ? '' : name),
    said.received(moment.format(declaredAt)),
    content.join('\n'),
    said.goodsBack(back),
    said.moneyBack,
    said.slip,
  ])
}
