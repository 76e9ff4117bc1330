/** What the API says when it cannot answer, in the store's language. */
import type { StoreCode } from '../domain/stores/stores.ts'

export const faultWords = {
  bad_store_query: {
    sv: 'Anropet måste ange locale och rätt sid.',
    no: 'Kallet må angi locale og riktig sid.',
    de: 'Die Anfrage muss locale und die passende sid nennen.',
    da: 'Kaldet skal angive locale og den rigtige sid.',
  },
  malformed_request: {
    sv: 'Anropet gick inte att läsa.',
    no: 'Kallet kunne ikke leses.',
    de: 'Die Anfrage war nicht lesbar.',
    da: 'Kaldet kunne ikke læses.',
  },
  unauthorized: {
    sv: 'Logga in för att fortsätta.',
    no: 'Logg inn for å fortsette.',
    de: 'Bitte melden Sie sich an.',
    da: 'Log ind for at fortsætte.',
  },
  forbidden: {
    sv: 'Du har inte tillgång till detta.',
    no: 'Du har ikke tilgang til dette.',
    de: 'Sie haben darauf keinen Zugriff.',
    da: 'Du har ikke adgang til dette.',
  },
  not_found: {
    sv: 'Det du söker finns inte.',
    no: 'Det du leter etter finnes ikke.',
    de: 'Das Gesuchte gibt es nicht.',
    da: 'Det, du søger, findes ikke.',
  },
  conflict: {
    sv: 'Något har ändrats under tiden. Ladda om sidan.',
    no: 'Noe har endret seg i mellomtiden. Last inn siden på nytt.',
    de: 'Inzwischen hat sich etwas geändert. Bitte laden Sie die Seite neu.',
    da: 'Noget har ændret sig i mellemtiden. Genindlæs siden.',
  },
  too_large: {
    sv: 'Anropet är för stort.',
    no: 'Kallet er for stort.',
    de: 'Die Anfrage ist zu groß.',
    da: 'Kaldet er for stort.',
  },
  unsupported_media_type: {
    sv: 'Anropet måste vara JSON.',
    no: 'Kallet må være JSON.',
    de: 'Die Anfrage muss JSON sein.',
    da: 'Kaldet skal være JSON.',
  },
  invalid_fields: {
    sv: 'Kontrollera de markerade fälten.',
    no: 'Kontroller de markerte feltene.',
    de: 'Bitte prüfen Sie die markierten Felder.',
    da: 'Kontrollér de markerede felter.',
  },
  too_many_requests: {
    sv: 'För många försök. Vänta en stund och försök igen.',
    no: 'For mange forsøk. Vent litt og prøv igjen.',
    de: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
    da: 'For mange forsøg. Vent lidt, og prøv igen.',
  },
  internal: {
    sv: 'Något gick fel hos oss. Försök igen om en stund.',
    no: 'Noe gikk galt hos oss. Prøv igjen om litt.',
    de: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
    da: 'Noget gik galt hos os. Prøv igen om lidt.',
  },
  database_unavailable: {
    sv: 'Varukorg och kassa är stängda för ögonblicket. Försök igen om en liten stund.',
    no: 'Handlekurv og kasse er stengt for øyeblikket. Prøv igjen om en liten stund.',
    de: 'Warenkorb und Kasse sind gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
    da: 'Kurv og kasse er lukket for øjeblikket. Prøv igen om lidt.',
  },
  overloaded: {
    sv: 'Det är många i butiken just nu. Försök igen om en liten stund.',
    no: 'Det er mange i butikken akkurat nå. Prøv igjen om en liten stund.',
    de: 'Im Shop ist gerade viel los. Bitte versuchen Sie es gleich noch einmal.',
    da: 'Der er mange i butikken lige nu. Prøv igen om lidt.',
  },
} as const satisfies Record<string, Record<StoreCode, string>>
