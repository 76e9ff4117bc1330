/** Words of content pages, login panel, account and order pages, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const contentStrings = {
  'content.more': { sv: 'Mer hjälp', no: 'Mer hjelp', de: 'Weitere Hilfe', da: 'Mere hjælp' },
  'content.preview': {
    sv: 'Förhandsvisning: sidan är inte publicerad.', no: 'Forhåndsvisning: siden er ikke publisert.',
    de: 'Vorschau: Diese Seite ist nicht veröffentlicht.', da: 'Forhåndsvisning: siden er ikke udgivet.',
  },
  'content.preview_title': { sv: 'Förhandsvisning', no: 'Forhåndsvisning', de: 'Vorschau', da: 'Forhåndsvisning' },
  'content.preview_text': {
    sv: 'Öppna förhandsvisningen med länken från redaktionen. Den innehåller sidans namn och en nyckel.',
    no: 'Åpne forhåndsvisningen med lenken fra redaksjonen. Den inneholder sidens navn og en nøkkel.',
    de: 'Öffnen Sie die Vorschau über den Link der Redaktion. Er enthält den Namen der Seite und einen Schlüssel.',
    da: 'Åbn forhåndsvisningen med linket fra redaktionen. Det indeholder sidens navn og en nøgle.',
  },
  'help.title': { sv: 'Fråga oss direkt', no: 'Spør oss direkte', de: 'Fragen Sie uns direkt', da: 'Spørg os direkte' },
  'help.hours': { sv: 'Vardagar 8–17, utan knappval', no: 'Hverdager 8–17, uten tastevalg', de: 'Werktags 8–17 Uhr, ohne Tastenmenü', da: 'Hverdage 8–17, uden tastevalg' },
  'help.mail': { sv: 'Skriv till kundservice', no: 'Skriv til kundeservice', de: 'An den Kundenservice schreiben', da: 'Skriv til kundeservice' },
  'track.title': { sv: 'Var är min order?', no: 'Hvor er ordren min?', de: 'Wo ist meine Bestellung?', da: 'Hvor er min ordre?' },
  'track.lead': {
    sv: 'Skriv ordernumret och e-postadressen du beställde med, så ser du hur långt ordern har kommit.',
    no: 'Skriv ordrenummeret og e-postadressen du bestilte med, så ser du hvor langt ordren har kommet.',
    de: 'Geben Sie die Bestellnummer und die E-Mail-Adresse Ihrer Bestellung ein, um zu sehen, wie weit sie ist.',
    da: 'Skriv ordrenummeret og den e-mailadresse, du bestilte med, så ser du, hvor langt ordren er.',
  },
  'track.send': { sv: 'Visa var ordern är', no: 'Vis hvor ordren er', de: 'Status anzeigen', da: 'Vis, hvor ordren er' },
  'track.not_found': {
    sv: 'Vi hittar ingen order med det numret och den e-postadressen. Kontrollera båda.', no: 'Vi finner ingen ordre med det nummeret og den e-postadressen. Kontroller begge.',
    de: 'Zu dieser Bestellnummer und E-Mail-Adresse finden wir keine Bestellung. Bitte prüfen Sie beide.', da: 'Vi kan ikke finde en ordre med det nummer og den e-mailadresse. Kontrollér begge.',
  },
  'track.way': { sv: 'Orderns väg', no: 'Ordrens vei', de: 'Verlauf', da: 'Ordrens vej' },
  'track.parcel': { sv: 'Följ paketet hos {carrier}', no: 'Følg pakken hos {carrier}', de: 'Paket bei {carrier} verfolgen', da: 'Følg pakken hos {carrier}' },
  'track.carrier': { sv: 'transportören', no: 'transportøren', de: 'dem Versanddienst', da: 'transportøren' },
  'track.no_parcel': {
    sv: 'Det finns ingen länk till transportörens spårning för den här ordern.', no: 'Det finnes ingen lenke til transportørens sporing for denne ordren.',
    de: 'Für diese Bestellung liegt kein Link zur Sendungsverfolgung vor.', da: 'Der er intet link til transportørens sporing for denne ordre.',
  },
  'track.number_hint': {
    sv: 'Står överst i bekräftelsemejlet.', no: 'Står øverst i bekreftelsen på e-post.',
    de: 'Steht oben in der Bestätigungsmail.', da: 'Står øverst i bekræftelsesmailen.',
  },
  'track.ask_subject': { sv: 'Order {number}', no: 'Ordre {number}', de: 'Bestellung {number}', da: 'Ordre {number}' },
  'confirm.title': { sv: 'Bekräfta din e-postadress', no: 'Bekreft e-postadressen din', de: 'E-Mail-Adresse bestätigen', da: 'Bekræft din e-mailadresse' },
  'confirm.text': {
    sv: 'Klicka på knappen, så gäller det du bad om. Har du inte bett om något kan du stänga sidan.',
    no: 'Klikk på knappen, så gjelder det du ba om. Har du ikke bedt om noe, kan du lukke siden.',
    de: 'Klicken Sie auf die Schaltfläche, um Ihre Anforderung zu bestätigen. Haben Sie nichts angefordert, schließen Sie einfach diese Seite.',
    da: 'Klik på knappen, så gælder det, du bad om. Har du ikke bedt om noget, kan du lukke siden.',
  },
  'confirm.send': { sv: 'Bekräfta', no: 'Bekreft', de: 'Bestätigen', da: 'Bekræft' },
  'confirm.done_newsletter': {
    sv: 'Klart. Du får nästa nyhetsbrev.', no: 'Ferdig. Du får neste nyhetsbrev.',
    de: 'Fertig. Sie erhalten den nächsten Newsletter.', da: 'Færdig. Du får det næste nyhedsbrev.',
  },
  'confirm.done_stock': {
    sv: 'Klart. Du får ett mejl när varan är tillbaka.', no: 'Ferdig. Du får en e-post når varen er tilbake.',
    de: 'Fertig. Sie erhalten eine E-Mail, sobald der Artikel wieder da ist.', da: 'Færdig. Du får en mail, når varen er tilbage.',
  },
  'confirm.refused': {
    sv: 'Länken har redan använts eller gäller inte längre. Be om en ny där du anmälde dig.',
    no: 'Lenken er allerede brukt eller gjelder ikke lenger. Be om en ny der du meldte deg på.',
    de: 'Der Link wurde schon benutzt oder ist nicht mehr gültig. Bitte fordern Sie dort, wo Sie sich angemeldet haben, einen neuen an.',
    da: 'Linket er allerede brugt eller gælder ikke længere. Bed om et nyt, hvor du tilmeldte dig.',
  },
  'unsubscribe.title': { sv: 'Avsluta nyhetsbrevet', no: 'Avslutt nyhetsbrevet', de: 'Newsletter abbestellen', da: 'Afmeld nyhedsbrevet' },
  'unsubscribe.text': {
    sv: 'Inga fler utskick kommer till adressen. Mejl om dina ordrar fortsätter.',
    no: 'Ingen flere utsendelser kommer til adressen. E-post om ordrene dine fortsetter.',
    de: 'An diese Adresse senden wir keine Newsletter mehr. E-Mails zu Ihren Bestellungen kommen weiterhin.',
    da: 'Der kommer ikke flere nyhedsbreve til adressen. Mails om dine ordrer fortsætter.',
  },
  'unsubscribe.send': { sv: 'Avsluta', no: 'Avslutt', de: 'Abbestellen', da: 'Afmeld' },
  'unsubscribe.done': {
    sv: 'Klart: {email} får inga fler nyhetsbrev.', no: 'Ferdig: {email} får ingen flere nyhetsbrev.',
    de: 'Erledigt: {email} erhält keine Newsletter mehr.', da: 'Færdig: {email} får ikke flere nyhedsbreve.',
  },
  'unsubscribe.need_link': {
    sv: 'Öppna länken längst ned i ett nyhetsbrev, så vet vi att adressen är din. Hittar du inget brev: skriv till oss, så tar vi bort adressen.',
    no: 'Åpne lenken nederst i et nyhetsbrev, så vet vi at adressen er din. Finner du ikke noe brev: skriv til oss, så fjerner vi adressen.',
    de: 'Öffnen Sie den Link am Ende eines Newsletters, dann wissen wir, dass die Adresse Ihre ist. Ist keiner zur Hand, schreiben Sie uns: Wir tragen die Adresse aus.',
    da: 'Åbn linket nederst i et nyhedsbrev, så ved vi, at adressen er din. Kan du ikke finde et: skriv til os, så fjerner vi adressen.',
  },
  'unsubscribe.refused': {
    sv: 'Länken hör inte till den här adressen. Öppna den igen från nyhetsbrevet, eller skriv till oss.',
    no: 'Lenken hører ikke til denne adressen. Åpne den igjen fra nyhetsbrevet, eller skriv til oss.',
    de: 'Der Link gehört nicht zu dieser Adresse. Öffnen Sie ihn noch einmal aus dem Newsletter oder schreiben Sie uns.',
    da: 'Linket hører ikke til denne adresse. Åbn det igen fra nyhedsbrevet, eller skriv til os.',
  },
} as const satisfies StringTable // prettier-ignore
