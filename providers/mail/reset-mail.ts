/** The mail with the way to a new password. It names nobody: whoever reads it knows whose it is. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  subject: string
  intro: string
  link: string
  hour: string
  ignore: string
}

const words: Record<StoreCode, Words> = {
  sv: {
    subject: 'Välj ett nytt lösenord',
    intro: 'Du har bett om ett nytt lösenord till ditt konto hos oss. Välj det här:',
    link: 'Välj nytt lösenord',
    hour: 'Länken gäller en timme och kan användas en gång.',
    ignore: 'Var det inte du? Då behöver du inte göra något, ditt lösenord gäller som förut.',
  },
  no: {
    subject: 'Velg et nytt passord',
    intro: 'Du har bedt om et nytt passord til kontoen din hos oss. Velg det her:',
    link: 'Velg nytt passord',
    hour: 'Lenken gjelder i én time og kan brukes én gang.',
    ignore: 'Var det ikke deg? Da trenger du ikke gjøre noe, passordet ditt gjelder som før.',
  },
  de: {
    subject: 'Neues Passwort wählen',
    intro: 'Sie haben ein neues Passwort für Ihr Konto bei uns angefordert. Wählen Sie es hier:',
    link: 'Neues Passwort wählen',
    hour: 'Der Link gilt eine Stunde und kann einmal benutzt werden.',
    ignore: 'Das waren nicht Sie? Dann brauchen Sie nichts zu tun, Ihr Passwort gilt weiter.',
  },
  da: {
    subject: 'Vælg en ny adgangskode',
    intro: 'Du har bedt om en ny adgangskode til din konto hos os. Vælg den her:',
    link: 'Vælg ny adgangskode',
    hour: 'Linket gælder i en time og kan bruges én gang.',
    ignore: 'Var det ikke dig? Så behøver du ikke gøre noget, din adgangskode gælder som før.',
  },
}

/** `link` is the whole address with its token. */
export function resetMail(store: StoreCode, link: string): MailText {
  const said = words[store]
  return plainMail(store, said.subject, [said.intro, { link, words: said.link }, said.hour, said.ignore])
}
