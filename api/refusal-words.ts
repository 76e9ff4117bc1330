/** What a shopper is told when checkout refuses something: by code, in the store's language. */
import type { FieldCode } from '../domain/checkout/commit-fields.server.ts'
import type { AboveLimit } from '../domain/checkout/order-limits.ts'
import { formatMoney } from '../domain/money/money.ts'
import type { Store, StoreCode } from '../domain/stores/stores.ts'

type Words = Record<StoreCode, string>

export const fieldWords: Record<FieldCode, Words> = {
  required: { sv: 'Fyll i det här fältet.', no: 'Fyll ut dette feltet.', de: 'Bitte füllen Sie dieses Feld aus.', da: 'Udfyld dette felt.' },
  too_long: { sv: 'Texten är för lång.', no: 'Teksten er for lang.', de: 'Der Text ist zu lang.', da: 'Teksten er for lang.' },
  bad_characters: { sv: 'Texten innehåller tecken som inte kan användas.', no: 'Teksten inneholder tegn som ikke kan brukes.', de: 'Der Text enthält unzulässige Zeichen.', da: 'Teksten indeholder tegn, der ikke kan bruges.' },
  looks_like_address: { sv: 'Texten får inte se ut som en webb- eller e-postadress. Sätt mellanslag efter punkter.', no: 'Teksten kan ikke ligne på en nettadresse eller e-postadresse. Sett mellomrom etter punktum.', de: 'Der Text darf nicht wie eine Internet- oder E-Mail-Adresse aussehen. Bitte setzen Sie nach Punkten ein Leerzeichen.', da: 'Teksten må ikke ligne en webadresse eller e-mailadresse. Sæt mellemrum efter punktum.' },
  email: { sv: 'Ange en giltig e-postadress.', no: 'Oppgi en gyldig e-postadresse.', de: 'Bitte geben Sie eine gültige E-Mail-Adresse an.', da: 'Angiv en gyldig e-mailadresse.' },
  phone: { sv: 'Ange ett giltigt telefonnummer.', no: 'Oppgi et gyldig telefonnummer.', de: 'Bitte geben Sie eine gültige Telefonnummer an.', da: 'Angiv et gyldigt telefonnummer.' },
  postal_code: { sv: 'Ange ett giltigt postnummer, fem siffror.', no: 'Oppgi et gyldig postnummer, fire sifre.', de: 'Bitte geben Sie eine gültige Postleitzahl an, fünf Ziffern.', da: 'Angiv et gyldigt postnummer, fire cifre.' },
  identity_number: { sv: 'Ange ett giltigt person- eller organisationsnummer.', no: 'Oppgi et gyldig fødsels- eller organisasjonsnummer.', de: 'Bitte geben Sie ein gültiges Geburtsdatum (TT.MM.JJJJ) oder eine gültige USt-IdNr. an.', da: 'Angiv et gyldigt CPR- eller CVR-nummer.' },
  too_young: { sv: 'Du måste ha fyllt 18 år för att handla mot faktura.', no: 'Du må ha fylt 18 år for å handle på faktura.', de: 'Für den Kauf auf Rechnung müssen Sie mindestens 18 Jahre alt sein.', da: 'Du skal være fyldt 18 år for at købe på faktura.' },
  terms: { sv: 'Godkänn köpvillkoren för att gå vidare.', no: 'Godta kjøpsvilkårene for å gå videre.', de: 'Bitte stimmen Sie den AGB zu.', da: 'Accepter handelsbetingelserne for at gå videre.' },
  shipping_method: { sv: 'Välj ett leveranssätt.', no: 'Velg en leveringsmåte.', de: 'Bitte wählen Sie eine Versandart.', da: 'Vælg en leveringsmåde.' },
  service_point: { sv: 'Välj ett utlämningsställe i listan.', no: 'Velg et hentested i listen.', de: 'Bitte wählen Sie einen Abholort aus der Liste.', da: 'Vælg et udleveringssted på listen.' },
} // prettier-ignore

export type CheckoutRefusalCode =
  | 'checkout_not_found'
  | 'cart_empty'
  | 'checkout_changed'
  | 'gift_card_changed'
  | 'invalid_fields'
  | 'lines_changed'
  | 'below_minimum'
  | 'above_limit'
  | 'credit_refused'
  | 'total_changed'
  | 'payment_unavailable'
  | 'payment_failed'
  | 'order_not_found'
  | 'postal_code'

export const refusalWords: Record<CheckoutRefusalCode, Words> = {
  checkout_not_found: { sv: 'Kassan finns inte längre. Börja om från varukorgen.', no: 'Kassen finnes ikke lenger. Begynn på nytt fra handlekurven.', de: 'Diese Kasse gibt es nicht mehr. Bitte beginnen Sie beim Warenkorb neu.', da: 'Kassen findes ikke længere. Begynd forfra fra kurven.' },
  cart_empty: { sv: 'Varukorgen är tom.', no: 'Handlekurven er tom.', de: 'Ihr Warenkorb ist leer.', da: 'Kurven er tom.' },
  checkout_changed: { sv: 'Varukorgen har ändrats i en annan flik. Kontrollera den och försök igen.', no: 'Handlekurven er endret i en annen fane. Kontroller den og prøv igjen.', de: 'Ihr Warenkorb wurde in einem anderen Tab geändert. Bitte prüfen Sie ihn und versuchen Sie es erneut.', da: 'Kurven er ændret i en anden fane. Kontrollér den, og prøv igen.' },
  gift_card_changed: { sv: 'Ett presentkort räcker inte längre till. Kontrollera beloppet och bekräfta igen.', no: 'Et gavekort rekker ikke lenger. Kontroller beløpet og bekreft igjen.', de: 'Das Guthaben eines Geschenkgutscheins reicht nicht mehr aus. Bitte prüfen Sie den Betrag und bestätigen Sie erneut.', da: 'Et gavekort rækker ikke længere. Kontrollér beløbet, og bekræft igen.' },
  invalid_fields: { sv: 'Kontrollera de markerade fälten.', no: 'Kontroller de markerte feltene.', de: 'Bitte prüfen Sie die markierten Felder.', da: 'Kontrollér de markerede felter.' },
  lines_changed: { sv: 'En eller flera varor har ändrats eller är slut. Kontrollera varukorgen.', no: 'En eller flere varer er endret eller utsolgt. Kontroller handlekurven.', de: 'Ein oder mehrere Artikel haben sich geändert oder sind ausverkauft. Bitte prüfen Sie den Warenkorb.', da: 'En eller flere varer er ændret eller udsolgt. Kontrollér kurven.' },
  below_minimum: { sv: 'Summan är lägre än minsta ordervärde.', no: 'Summen er lavere enn minste ordreverdi.', de: 'Der Mindestbestellwert ist noch nicht erreicht.', da: 'Beløbet er lavere end den mindste ordreværdi.' },
  above_limit: { sv: 'Beställningen är större än vad som kan beställas på en gång.', no: 'Bestillingen er større enn det som kan bestilles på én gang.', de: 'Die Bestellung ist größer, als auf einmal bestellt werden kann.', da: 'Bestillingen er større, end hvad der kan bestilles på én gang.' },
  credit_refused: { sv: 'Den här beställningen kan inte betalas mot faktura. Betala gärna fakturor som är öppna, eller hör av dig till kundservice.', no: 'Denne bestillingen kan ikke betales med faktura. Betal gjerne åpne fakturaer, eller ta kontakt med kundeservice.', de: 'Diese Bestellung ist auf Rechnung nicht möglich. Bitte begleichen Sie offene Rechnungen oder wenden Sie sich an unseren Kundenservice.', da: 'Denne bestilling kan ikke betales på faktura. Betal gerne åbne fakturaer, eller kontakt kundeservice.' },
  total_changed: { sv: 'Totalsumman har ändrats. Kontrollera den och bekräfta igen.', no: 'Totalsummen er endret. Kontroller den og bekreft igjen.', de: 'Der Gesamtbetrag hat sich geändert. Bitte prüfen und bestätigen Sie ihn erneut.', da: 'Totalbeløbet er ændret. Kontrollér det, og bekræft igen.' },
  payment_unavailable: { sv: 'Betalsättet kan inte nås just nu. Försök igen eller välj ett annat.', no: 'Betalingsmåten kan ikke nås akkurat nå. Prøv igjen eller velg en annen.', de: 'Diese Zahlungsart ist gerade nicht erreichbar. Bitte versuchen Sie es erneut oder wählen Sie eine andere.', da: 'Betalingsmåden er ikke tilgængelig lige nu. Prøv igen, eller vælg en anden.' },
  payment_failed: { sv: 'Betalningen gick inte igenom. Välj ett annat betalsätt.', no: 'Betalingen gikk ikke gjennom. Velg en annen betalingsmåte.', de: 'Die Zahlung wurde nicht angenommen. Bitte wählen Sie eine andere Zahlungsart.', da: 'Betalingen gik ikke igennem. Vælg en anden betalingsmåde.' },
  order_not_found: { sv: 'Vi hittar ingen sådan beställning.', no: 'Vi finner ingen slik bestilling.', de: 'Diese Bestellung kennen wir nicht.', da: 'Vi kan ikke finde den bestilling.' },
  postal_code: { sv: 'Ange ett giltigt postnummer.', no: 'Oppgi et gyldig postnummer.', de: 'Bitte geben Sie eine gültige Postleitzahl an.', da: 'Angiv et gyldigt postnummer.' },
} // prettier-ignore

const lineLimit: Record<StoreCode, (name: string, most: number) => string> = {
  sv: (name, most) => `Högst ${most} st av ${name} kan beställas på en gång.`,
  no: (name, most) => `Det kan bestilles høyst ${most} stk. av ${name} på én gang.`,
  de: (name, most) => `Von ${name} können höchstens ${most} Stück auf einmal bestellt werden.`,
  da: (name, most) => `Der kan højst bestilles ${most} stk. af ${name} på én gang.`,
}

const totalLimit: Record<StoreCode, (most: string, phone: string) => string> = {
  sv: (most, phone) => `En beställning kan vara på högst ${most}. För större köp, ring ${phone}.`,
  no: (most, phone) => `En bestilling kan være på høyst ${most}. Ring ${phone} ved større kjøp.`,
  de: (most, phone) =>
    `Eine Bestellung kann höchstens ${most} betragen. Für größere Bestellungen erreichen Sie uns unter ${phone}.`,
  da: (most, phone) => `En bestilling kan højst være på ${most}. Ring ${phone} ved større køb.`,
}

/** What is possible instead of what is above the buyer's limits: a sentence per line, and one for the total. */
export function limitWords(store: Store, { lines, mostMinor }: AboveLimit): string {
  return [
    ...lines.map(({ name, most }) => lineLimit[store.code](name, most)),
    ...(mostMinor === null ? [] : [totalLimit[store.code](formatMoney(mostMinor, store), store.phoneNumber)]),
  ].join(' ')
}
