/** Words of header, menus, footer, banners and errors, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const chromeStrings = {
  'chrome.skip': {
    sv: 'Till innehållet', no: 'Til innholdet', de: 'Zum Inhalt', da: 'Til indholdet',
  },
  'chrome.menu': {
    sv: 'Meny', no: 'Meny', de: 'Menü', da: 'Menu',
  },
  'chrome.close': {
    sv: 'Stäng', no: 'Lukk', de: 'Schließen', da: 'Luk',
  },
  'chrome.account': {
    sv: 'Mitt konto', no: 'Min konto', de: 'Mein Konto', da: 'Min konto',
  },
  'chrome.cart': {
    sv: 'Varukorg', no: 'Handlekurv', de: 'Warenkorb', da: 'Kurv',
  },
  'chrome.open_cart': {
    sv: 'Öppna varukorgen, {count, plural, one {# vara} other {# varor}}',
    no: 'Åpne handlekurven, {count, plural, one {# vare} other {# varer}}',
    de: 'Warenkorb öffnen, {count, plural, one {# Artikel} other {# Artikel}}',
    da: 'Åbn kurven, {count, plural, one {# vare} other {# varer}}',
  },
  'chrome.store': {
    sv: 'Land och språk', no: 'Land og språk', de: 'Land und Sprache', da: 'Land og sprog',
  },
  'chrome.back_to_shop': {
    sv: 'Tillbaka till butiken', no: 'Tilbake til butikken', de: 'Zurück zum Shop', da: 'Tilbage til butikken',
  },
  'chrome.customer_service': {
    sv: 'Kundservice', no: 'Kundeservice', de: 'Kundenservice', da: 'Kundeservice',
  },
  'chrome.about': {
    sv: 'Om oss', no: 'Om oss', de: 'Über uns', da: 'Om os',
  },
  'chrome.contact': {
    sv: 'Kontakta oss', no: 'Kontakt oss', de: 'Kontakt', da: 'Kontakt os',
  },
  'chrome.message': {
    sv: 'Meddelande', no: 'Melding', de: 'Hinweis', da: 'Besked',
  },
  'crumbs.label': {
    sv: 'Du är här', no: 'Du er her', de: 'Sie sind hier', da: 'Du er her',
  },
  'crumbs.home': {
    sv: 'Start', no: 'Forside', de: 'Startseite', da: 'Forside',
  },
  'menu.label': {
    sv: 'Kategorier', no: 'Kategorier', de: 'Kategorien', da: 'Kategorier',
  },
  'menu.all_in': {
    sv: 'Allt i {name}', no: 'Alt i {name}', de: 'Alles in {name}', da: 'Alt i {name}',
  },
  'menu.other': {
    sv: 'Fler kategorier', no: 'Flere kategorier', de: 'Weitere Kategorien', da: 'Flere kategorier',
  },
  'usp.dispatch': {
    sv: 'Skickas samma dag före kl. 16', no: 'Sendes samme dag før kl. 16', de: 'Bis 16 Uhr: Versand am selben Tag', da: 'Sendes samme dag før kl. 16',
  },
  'usp.returns': {
    sv: '30 dagars öppet köp', no: '30 dagers åpent kjøp', de: '30 Tage Rückgaberecht', da: '30 dages returret',
  },
  'usp.advice': {
    sv: 'Råd av folk som kan batterier', no: 'Råd fra folk som kan batterier', de: 'Beratung vom Batteriefachhandel', da: 'Råd fra folk, der kender batterier',
  },
  'usp.pause': {
    sv: 'Stanna', no: 'Stopp', de: 'Anhalten', da: 'Stop',
  },
  'usp.play': {
    sv: 'Starta igen', no: 'Start igjen', de: 'Weiter abspielen', da: 'Start igen',
  },
  'vat.including': {
    sv: 'Inkl. moms', no: 'Inkl. mva.', de: 'inkl. MwSt.', da: 'Inkl. moms',
  },
  'deal.label': {
    sv: 'Dagens erbjudande', no: 'Dagens tilbud', de: 'Angebot des Tages', da: 'Dagens tilbud',
  },
  'deal.ends_in': {
    sv: 'Slutar om', no: 'Slutter om', de: 'Endet in', da: 'Slutter om',
  },
  'delivery.label': {
    sv: 'Nästa utskick', no: 'Neste forsendelse', de: 'Nächster Versand', da: 'Næste forsendelse',
  },
  'delivery.leaves_in': {
    sv: 'Nästa utskick går om', no: 'Neste forsendelse går om', de: 'Nächster Versand in', da: 'Næste forsendelse går om',
  },
  'newsletter.title': {
    sv: 'Nyheter från verkstadsdisken', no: 'Nytt fra verkstedsdisken', de: 'Neues von der Werkbank', da: 'Nyt fra værkstedsdisken',
  },
  'newsletter.text': {
    sv: 'Kampanjer och batteritips ungefär en gång i månaden.',
    no: 'Tilbud og batteritips omtrent en gang i måneden.',
    de: 'Angebote und Batterietipps, etwa einmal im Monat.',
    da: 'Tilbud og batteritips cirka en gang om måneden.',
  },
  'newsletter.send': {
    sv: 'Anmäl mig', no: 'Meld meg på', de: 'Anmelden', da: 'Tilmeld mig',
  },
  'newsletter.done': {
    sv: 'Tack. Bekräfta via länken i mejlet vi skickar, så är du anmäld. Är adressen redan anmäld kommer inget mejl.',
    no: 'Takk. Bekreft med lenken i e-posten vi sender, så er du påmeldt. Er adressen allerede påmeldt, kommer det ingen e-post.',
    de: 'Danke. Bitte bestätigen Sie die Anmeldung über den Link in unserer E-Mail. Ist die Adresse schon angemeldet, kommt keine E-Mail.',
    da: 'Tak. Bekræft med linket i den mail, vi sender, så er du tilmeldt. Er adressen allerede tilmeldt, kommer der ingen mail.',
  },
  'form.email': {
    sv: 'E-postadress', no: 'E-postadresse', de: 'E-Mail-Adresse', da: 'E-mailadresse',
  },
  'form.email_invalid': {
    sv: 'Skriv en hel e-postadress, till exempel namn@exempel.se.',
    no: 'Skriv en hel e-postadresse, for eksempel navn@eksempel.no.',
    de: 'Bitte eine vollständige E-Mail-Adresse eingeben, zum Beispiel name@beispiel.de.',
    da: 'Skriv en hel e-mailadresse, for eksempel navn@eksempel.dk.',
  },
  'form.failed': {
    sv: 'Det gick inte att skicka. Försök igen om en stund.',
    no: 'Det gikk ikke å sende. Prøv igjen om litt.',
    de: 'Das Senden hat nicht geklappt. Bitte gleich noch einmal versuchen.',
    da: 'Det kunne ikke sendes. Prøv igen om lidt.',
  },
  'footer.help': {
    sv: 'Hjälp', no: 'Hjelp', de: 'Hilfe', da: 'Hjælp',
  },
  'footer.service': {
    sv: 'Service', no: 'Service', de: 'Service', da: 'Service',
  },
  'footer.about': {
    sv: 'Om oss', no: 'Om oss', de: 'Über uns', da: 'Om os',
  },
  'footer.payment': {
    sv: 'Betalsätt', no: 'Betalingsmåter', de: 'Zahlungsarten', da: 'Betalingsmåder',
  },
  'footer.gift_card': {
    sv: 'Presentkort', no: 'Gavekort', de: 'Geschenkgutschein', da: 'Gavekort',
  },
  'footer.delivery': {
    sv: 'Leveranssätt', no: 'Leveringsmåter', de: 'Versandarten', da: 'Leveringsmåder',
  },
  'footer.prop_dispatch': {
    sv: 'Skickas samma dag', no: 'Sendes samme dag', de: 'Versand am selben Tag', da: 'Sendes samme dag',
  },
  'footer.prop_dispatch_text': {
    sv: 'Beställ före kl. 16 på vardagar.', no: 'Bestill før kl. 16 på hverdager.', de: 'Bei Bestellung werktags bis 16 Uhr.', da: 'Bestil før kl. 16 på hverdage.',
  },
  'footer.prop_returns': {
    sv: '30 dagars öppet köp', no: '30 dagers åpent kjøp', de: '30 Tage Rückgaberecht', da: '30 dages returret',
  },
  'footer.prop_returns_text': {
    sv: 'Fel batteri? Skicka tillbaka det.', no: 'Feil batteri? Send det tilbake.', de: 'Falscher Akku? Einfach zurückschicken.', da: 'Forkert batteri? Send det retur.',
  },
  'footer.prop_advice': {
    sv: 'Vi svarar i telefon', no: 'Vi svarer på telefon', de: 'Beratung am Telefon', da: 'Vi svarer i telefonen',
  },
  'footer.prop_advice_text': {
    sv: 'Vardagar 8–17, utan knappval.', no: 'Hverdager 8–17, uten tastevalg.', de: 'Werktags 8–17 Uhr, ohne Tastenmenü.', da: 'Hverdage 8–17, uden tastevalg.',
  },
  'footer.prop_recycling': {
    sv: 'Vi tar hand om det gamla', no: 'Vi tar imot det gamle', de: 'Altbatterien nehmen wir zurück', da: 'Vi tager det gamle retur',
  },
  'footer.prop_recycling_text': {
    sv: 'Kostnadsfri återvinning av batterier.', no: 'Gratis gjenvinning av batterier.', de: 'Kostenlos und umweltgerecht.', da: 'Gratis genbrug af batterier.',
  },
  'error.not_found': {
    sv: 'Sidan kunde inte hittas', no: 'Siden ble ikke funnet', de: 'Diese Seite wurde nicht gefunden', da: 'Siden kunne ikke findes',
  },
  'error.not_found_text': {
    sv: 'Adressen kan vara felskriven, eller så har varan utgått. Sök på modell, storlek eller artikelnummer, eller välj en kategori.',
    no: 'Adressen kan være feilskrevet, eller varen kan ha utgått. Søk på modell, størrelse eller varenummer, eller velg en kategori.',
    de: 'Vielleicht ist die Adresse vertippt oder der Artikel nicht mehr im Sortiment. Suchen Sie nach Modell, Größe oder Artikelnummer, oder wählen Sie eine Kategorie.',
    da: 'Adressen kan være skrevet forkert, eller varen kan være udgået. Søg på model, størrelse eller varenummer, eller vælg en kategori.',
  },
  'error.fault': {
    sv: 'Sidan kunde inte visas', no: 'Siden kunne ikke vises', de: 'Die Seite kann gerade nicht angezeigt werden', da: 'Siden kunne ikke vises',
  },
  'error.fault_text': {
    sv: 'Felet är vårt och har noterats. Varukorgen är kvar. Försök igen om en stund.',
    no: 'Feilen er vår og er notert. Handlekurven er i behold. Prøv igjen om litt.',
    de: 'Der Fehler liegt bei uns und ist vermerkt. Ihr Warenkorb bleibt erhalten. Bitte gleich noch einmal versuchen.',
    da: 'Fejlen er vores og er noteret. Kurven er bevaret. Prøv igen om lidt.',
  },
  'error.home': {
    sv: 'Till startsidan', no: 'Til forsiden', de: 'Zur Startseite', da: 'Til forsiden',
  },
} as const satisfies StringTable // prettier-ignore
