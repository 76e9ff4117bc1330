/** What the calls of accounts say to people, in the store's language. None of it tells who has an account. */
import type { StoreCode } from '../domain/stores/stores.ts'

type Words = Record<StoreCode, string>

export const accountWords = {
  wrong_credentials: {
    sv: 'E-postadressen eller lösenordet stämmer inte.',
    no: 'E-postadressen eller passordet stemmer ikke.',
    de: 'E-Mail-Adresse oder Passwort stimmt nicht.',
    da: 'E-mailadressen eller adgangskoden er forkert.',
  },
  wrong_order: {
    sv: 'Ordernumret och e-postadressen hör inte ihop. Kontrollera båda.',
    no: 'Ordrenummeret og e-postadressen hører ikke sammen. Kontroller begge.',
    de: 'Bestellnummer und E-Mail-Adresse passen nicht zusammen. Bitte prüfen Sie beide.',
    da: 'Ordrenummeret og e-mailadressen hører ikke sammen. Kontrollér begge.',
  },
  reset_mail_sent: {
    sv: 'Om adressen har ett konto är ett mejl på väg. Länken i det gäller en timme.',
    no: 'Hvis adressen har en konto, er en e-post på vei. Lenken i den gjelder i én time.',
    de: 'Wenn zu dieser Adresse ein Konto gehört, ist eine E-Mail unterwegs. Der Link darin gilt eine Stunde.',
    da: 'Hvis adressen har en konto, er en mail på vej. Linket i den gælder i en time.',
  },
  token_refused: {
    sv: 'Länken gäller inte längre. Be om en ny.',
    no: 'Lenken gjelder ikke lenger. Be om en ny.',
    de: 'Der Link gilt nicht mehr. Fordern Sie einen neuen an.',
    da: 'Linket gælder ikke længere. Bed om et nyt.',
  },
  password_refused: {
    sv: 'Lösenordet ska ha 8 till {longest} tecken.',
    no: 'Passordet må ha 8 til {longest} tegn.',
    de: 'Das Passwort muss 8 bis {longest} Zeichen haben.',
    da: 'Adgangskoden skal have 8 til {longest} tegn.',
  },
} as const satisfies Record<string, Words>
