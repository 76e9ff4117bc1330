/** Words of the question about cookies and of its settings. The question's own text is content (cookie-alert). */
import type { StringTable } from './string-table.ts'

export const consentStrings = {
  'consent.title': {
    sv: 'Kakor', no: 'Informasjonskapsler', de: 'Cookies', da: 'Cookies',
  },
  'consent.text': {
    sv: 'Vi använder nödvändiga kakor för varukorg och inloggning. Får vi även mäta besök och anpassa annonser?',
    no: 'Vi bruker nødvendige informasjonskapsler til handlekurv og innlogging. Får vi også måle besøk og tilpasse annonser?',
    de: 'Wir verwenden notwendige Cookies für Warenkorb und Anmeldung. Dürfen wir zusätzlich Besuche messen und Werbung anpassen?',
    da: 'Vi bruger nødvendige cookies til kurv og login. Må vi også måle besøg og tilpasse annoncer?',
  },
  'consent.allow_all': {
    sv: 'Tillåt alla', no: 'Tillat alle', de: 'Alle erlauben', da: 'Tillad alle',
  },
  'consent.necessary_only': {
    sv: 'Bara nödvändiga', no: 'Bare nødvendige', de: 'Nur notwendige', da: 'Kun nødvendige',
  },
  'consent.settings': {
    sv: 'Inställningar', no: 'Innstillinger', de: 'Einstellungen', da: 'Indstillinger',
  },
  'consent.save': {
    sv: 'Spara mitt val', no: 'Lagre valget mitt', de: 'Auswahl speichern', da: 'Gem mit valg',
  },
  'consent.reopen': {
    sv: 'Inställningar för kakor', no: 'Innstillinger for informasjonskapsler', de: 'Cookie-Einstellungen', da: 'Cookieindstillinger',
  },
  'consent.change': {
    sv: 'Du kan ändra ditt val när som helst längst ner på sidan.',
    no: 'Du kan endre valget når som helst nederst på siden.',
    de: 'Ihre Auswahl können Sie jederzeit unten auf der Seite ändern.',
    da: 'Du kan altid ændre dit valg nederst på siden.',
  },
  'consent.necessary': {
    sv: 'Nödvändiga', no: 'Nødvendige', de: 'Notwendig', da: 'Nødvendige',
  },
  'consent.necessary_text': {
    sv: 'Varukorg, inloggning, land och ditt val här. De behövs för att butiken ska fungera.',
    no: 'Handlekurv, innlogging, land og valget ditt her. Butikken fungerer ikke uten dem.',
    de: 'Warenkorb, Anmeldung, Land und Ihre Auswahl hier. Ohne sie funktioniert der Shop nicht.',
    da: 'Kurv, login, land og dit valg her. Butikken virker ikke uden dem.',
  },
  'consent.analytics': {
    sv: 'Statistik', no: 'Statistikk', de: 'Statistik', da: 'Statistik',
  },
  'consent.analytics_text': {
    sv: 'Visar vilka sidor som används, så att vi kan göra butiken bättre.',
    no: 'Viser hvilke sider som brukes, så vi kan gjøre butikken bedre.',
    de: 'Zeigt uns, welche Seiten genutzt werden, damit der Shop besser wird.',
    da: 'Viser, hvilke sider der bliver brugt, så vi kan gøre butikken bedre.',
  },
  'consent.ads': {
    sv: 'Mätning av annonser', no: 'Måling av annonser', de: 'Messung von Werbung', da: 'Måling af annoncer',
  },
  'consent.ads_text': {
    sv: 'Visar om en annons ledde till ett besök eller ett köp.',
    no: 'Viser om en annonse førte til et besøk eller et kjøp.',
    de: 'Zeigt, ob eine Anzeige zu einem Besuch oder Kauf geführt hat.',
    da: 'Viser, om en annonce førte til et besøg eller et køb.',
  },
  'consent.personalization': {
    sv: 'Anpassade annonser', no: 'Tilpassede annonser', de: 'Personalisierte Werbung', da: 'Tilpassede annoncer',
  },
  'consent.personalization_text': {
    sv: 'Annonser på andra webbplatser utgår från vad du tittat på här, och uppgifter om dig får användas för det.',
    no: 'Annonser på andre nettsteder tar utgangspunkt i det du har sett på her, og opplysninger om deg kan brukes til det.',
    de: 'Werbung auf anderen Seiten richtet sich danach, was Sie hier angesehen haben; Ihre Daten dürfen dafür genutzt werden.',
    da: 'Annoncer på andre websteder tager udgangspunkt i det, du har set på her, og oplysninger om dig må bruges til det.',
  },
} as const satisfies StringTable // prettier-ignore
