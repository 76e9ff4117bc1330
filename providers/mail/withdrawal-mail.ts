/**
 * The receipt of a declaration of withdrawal (CRD Art. 11a (4)): its content, and the day and time it came, on a
 * durable medium; then what happens with goods and money (Art. 13, 14).
 */
import type { WithdrawalDeclaration } from '../../domain/orders/withdrawal.ts'
import { companies } from '../../domain/stores/company.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  subject: (number: string) => string
  greeting: (name: string) => string
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
    subject: (number) => `Vi har tagit emot din ångeranmälan för order ${number}`, greeting: (name) => `Hej ${name}!`,
    received: (moment) => `Ditt meddelande om att du frånträder avtalet kom till oss ${moment}. Spara det här mejlet: det är ditt kvitto.`,
    declared: 'Jag meddelar att jag frånträder mitt köp.', order: 'Order', goods: 'Varor', whole: 'hela ordern', name: 'Namn', email: 'E-post',
    goodsBack: (address) => `Har du redan fått varorna skickar du tillbaka dem senast 14 dagar från i dag till ${address}. Lägg i ordernumret. Trasiga eller svällda litiumbatterier får inte skickas: hör av dig först.`,
    moneyBack: 'Pengarna, inklusive vanlig frakt till dig, kommer tillbaka samma väg som du betalade inom 14 dagar. Vi får vänta tills varorna är här eller du har visat att de är skickade.',
    slip: 'Stämmer något inte? Svara på det här mejlet.',
  },
  no: {
    subject: (number) => `Vi har mottatt angremeldingen din for ordre ${number}`, greeting: (name) => `Hei ${name}!`,
    received: (moment) => `Meldingen din om at du går fra avtalen, kom til oss ${moment}. Ta vare på denne e-posten: den er kvitteringen din.`,
    declared: 'Jeg gir melding om at jeg går fra avtalen om kjøp.', order: 'Ordre', goods: 'Varer', whole: 'hele ordren', name: 'Navn', email: 'E-post',
    goodsBack: (address) => `Har du allerede fått varene, sender du dem tilbake innen 14 dager fra i dag til ${address}. Legg ved ordrenummeret. Ødelagte eller oppsvulmede litiumbatterier kan ikke sendes: ta kontakt først.`,
    moneyBack: 'Pengene, inkludert vanlig frakt til deg, kommer tilbake samme vei som du betalte, innen 14 dager. Vi kan vente til varene er her, eller til du har vist at de er sendt.',
    slip: 'Er noe feil? Svar på denne e-posten.',
  },
  de: {
    subject: (number) => `Eingang Ihres Widerrufs zur Bestellung ${number}`, greeting: (name) => `Guten Tag ${name},`,
    received: (moment) => `Ihr Widerruf ist am ${moment} bei uns eingegangen. Bitte bewahren Sie diese E-Mail auf: Sie ist Ihre Eingangsbestätigung.`,
    declared: 'Hiermit widerrufe ich den von mir abgeschlossenen Vertrag.', order: 'Bestellung', goods: 'Waren', whole: 'die ganze Bestellung', name: 'Name', email: 'E-Mail',
    goodsBack: (address) => `Haben Sie die Waren schon erhalten, senden Sie sie bitte binnen 14 Tagen ab heute an ${address} und legen Sie die Bestellnummer bei. Beschädigte oder aufgeblähte Lithiumbatterien dürfen nicht verschickt werden: Bitte melden Sie sich vorher.`,
    moneyBack: 'Den Kaufpreis einschließlich der Kosten der Standardlieferung erstatten wir binnen 14 Tagen auf dem Weg, auf dem Sie bezahlt haben. Wir können warten, bis die Waren hier sind oder Sie nachgewiesen haben, dass sie abgeschickt sind.',
    slip: 'Stimmt etwas nicht? Antworten Sie auf diese E-Mail.',
  },
  da: {
    subject: (number) => `Vi har modtaget din fortrydelse af ordre ${number}`, greeting: (name) => `Hej ${name}!`,
    received: (moment) => `Din meddelelse om, at du fortryder aftalen, kom til os ${moment}. Gem denne mail: den er din kvittering.`,
    declared: 'Jeg meddeler herved, at jeg ønsker at gøre fortrydelsesretten gældende.', order: 'Ordre', goods: 'Varer', whole: 'hele ordren', name: 'Navn', email: 'E-mail',
    goodsBack: (address) => `Har du allerede fået varerne, sender du dem tilbage senest 14 dage fra i dag til ${address}. Læg ordrenummeret ved. Beskadigede eller opsvulmede litiumbatterier må ikke sendes: kontakt os først.`,
    moneyBack: 'Pengene, inklusive almindelig levering til dig, kommer tilbage samme vej, som du betalte, inden for 14 dage. Vi må vente, til varerne er her, eller til du har vist, at de er sendt.',
    slip: 'Er noget forkert? Svar på denne mail.',
  },
} // prettier-ignore

export function withdrawalMail(
  declared: WithdrawalDeclaration & { store: StoreCode; declaredAt: Date },
): MailText {
  const { store, orderNumber, name, email, goods, declaredAt } = declared
  const said = words[store]
  // The country's own time: that of the buyer, and of the day the term ends.
  const moment = new Intl.DateTimeFormat(stores[store].iso, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: stores[store].timeZone,
  })
  const company = companies[store]
  const back = `${company.name}, ${company.street}, ${company.postalCode} ${company.city}`
  return plainMail(store, said.subject(orderNumber), [
    said.greeting(name),
    said.received(moment.format(declaredAt)),
    [
      said.declared,
      `${said.order}: ${orderNumber}`,
      `${said.goods}: ${goods || said.whole}`,
      `${said.name}: ${name}`,
      `${said.email}: ${email}`,
    ].join('\n'),
    said.goodsBack(back),
    said.moneyBack,
    said.slip,
  ])
}
