/**
 * The mail that asks the owner of an address to confirm what somebody asked for with it (double opt-in). It holds
 * nothing that the asker typed, and it is all that the address gets unless its owner confirms.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  newsletterSubject: string
  newsletter: string
  stockSubject: (product: string) => string
  stock: (product: string) => string
  link: string
  days: string
  ignore: string
}

const words: Record<StoreCode, Words> = {
  sv: {
    newsletterSubject: 'Bekräfta att du vill ha vårt nyhetsbrev',
    newsletter: 'Någon har anmält den här adressen till vårt nyhetsbrev. Var det du? Bekräfta här:',
    stockSubject: (product) => `Bekräfta bevakningen av ${product}`,
    stock: (product) =>
      `Någon vill få ett mejl till den här adressen när ${product} finns i lager igen. Var det du? Bekräfta här:`,
    link: 'Ja, bekräfta',
    days: 'Länken gäller i tre dagar och kan användas en gång.',
    ignore: 'Var det inte du? Då behöver du inte göra något. Vi skickar inget mer och tar bort adressen.',
  },
  no: {
    newsletterSubject: 'Bekreft at du vil ha nyhetsbrevet vårt',
    newsletter: 'Noen har meldt denne adressen på nyhetsbrevet vårt. Var det deg? Bekreft her:',
    stockSubject: (product) => `Bekreft varsel om ${product}`,
    stock: (product) =>
      `Noen vil ha en e-post til denne adressen når ${product} er på lager igjen. Var det deg? Bekreft her:`,
    link: 'Ja, bekreft',
    days: 'Lenken gjelder i tre dager og kan brukes én gang.',
    ignore: 'Var det ikke deg? Da trenger du ikke gjøre noe. Vi sender ikke mer og sletter adressen.',
  },
  de: {
    newsletterSubject: 'Bitte bestätigen Sie Ihre Newsletter-Anmeldung',
    newsletter:
      'Diese Adresse wurde für unseren Newsletter angemeldet. Waren Sie das? Dann bestätigen Sie bitte hier:',
    stockSubject: (product) => `Bitte bestätigen: Benachrichtigung zu ${product}`,
    stock: (product) =>
      `Für diese Adresse wurde eine Benachrichtigung angefordert, sobald ${product} wieder auf Lager ist. Waren Sie das? Dann bestätigen Sie bitte hier:`,
    link: 'Ja, bestätigen',
    days: 'Der Link gilt drei Tage und kann einmal benutzt werden.',
    ignore:
      'Das waren nicht Sie? Dann brauchen Sie nichts zu tun. Wir senden nichts weiter und löschen die Adresse.',
  },
  da: {
    newsletterSubject: 'Bekræft, at du vil have vores nyhedsbrev',
    newsletter: 'Nogen har tilmeldt denne adresse vores nyhedsbrev. Var det dig? Bekræft her:',
    stockSubject: (product) => `Bekræft besked om ${product}`,
    stock: (product) =>
      `Nogen vil have en mail til denne adresse, når ${product} er på lager igen. Var det dig? Bekræft her:`,
    link: 'Ja, bekræft',
    days: 'Linket gælder i tre dage og kan bruges én gang.',
    ignore: 'Var det ikke dig? Så behøver du ikke gøre noget. Vi sender ikke mere og sletter adressen.',
  },
}

/** `product`: what the wish is for; null: the newsletter. `link` is the whole address with its token. */
export function confirmationMail(store: StoreCode, product: { name: string } | null, link: string): MailText {
  const said = words[store]
  const subject = product ? said.stockSubject(product.name) : said.newsletterSubject
  const intro = product ? said.stock(product.name) : said.newsletter
  return plainMail(store, subject, [intro, { link, words: said.link }, said.days, said.ignore])
}
