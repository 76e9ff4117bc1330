/** Words of the search field and the results page, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const searchStrings = {
  'search.label': {
    sv: 'Sök bland produkter', no: 'Søk blant produkter', de: 'Produkte suchen', da: 'Søg blandt produkter',
  },
  'search.placeholder': {
    sv: 'Modell, storlek eller art.nr', no: 'Modell, størrelse eller varenr.', de: 'Modell, Größe oder Art.-Nr.', da: 'Model, størrelse eller varenr.',
  },
  'search.submit': {
    sv: 'Sök', no: 'Søk', de: 'Suchen', da: 'Søg',
  },
  'search.title': {
    sv: 'Sökresultat för ”{query}”', no: 'Søkeresultater for «{query}»', de: 'Suchergebnisse für „{query}“', da: 'Søgeresultater for »{query}«',
  },
  'search.title_empty': {
    sv: 'Sök', no: 'Søk', de: 'Suche', da: 'Søg',
  },
  'search.none': {
    sv: 'Inga produkter hittades', no: 'Ingen produkter funnet', de: 'Keine Produkte gefunden', da: 'Ingen produkter fundet',
  },
  'search.none_text': {
    sv: 'Pröva märkningen på det gamla batteriet, till exempel CR2032, eller enhetens modellnamn. Vi hjälper gärna till på {phone}.',
    no: 'Prøv merkingen på det gamle batteriet, for eksempel CR2032, eller navnet på modellen. Vi hjelper gjerne på {phone}.',
    de: 'Versuchen Sie die Aufschrift der alten Batterie, zum Beispiel CR2032, oder den Modellnamen des Geräts. Wir helfen gern unter {phone}.',
    da: 'Prøv mærkningen på det gamle batteri, for eksempel CR2032, eller enhedens modelnavn. Vi hjælper gerne på {phone}.',
  },
  'search.categories': {
    sv: 'Kategorier som passar', no: 'Kategorier som passer', de: 'Passende Kategorien', da: 'Kategorier der passer',
  },
  'search.all_hits': {
    sv: '{count, plural, one {Visa # produkt} other {Visa alla # produkter}}', no: '{count, plural, one {Vis # produkt} other {Vis alle # produkter}}', de: '{count, plural, one {# Produkt zeigen} other {Alle # Produkte zeigen}}', da: '{count, plural, one {Vis # produkt} other {Vis alle # produkter}}',
  },
  'search.hits': {
    sv: '{count, plural, one {# träff} other {# träffar}}', no: '{count, plural, one {# treff} other {# treff}}', de: '{count, plural, one {# Treffer} other {# Treffer}}', da: '{count, plural, one {# resultat} other {# resultater}}',
  },
  'search.hints': {
    sv: 'Bra att veta', no: 'Greit å vite', de: 'Gut zu wissen', da: 'Godt at vide',
  },
  'search.did_you_mean': {
    sv: 'Menade du', no: 'Mente du', de: 'Meinten Sie', da: 'Mente du',
  },
  'search.nearest_categories': {
    sv: 'Närmaste kategorier', no: 'Nærmeste kategorier', de: 'Nächstliegende Kategorien', da: 'Nærmeste kategorier',
  },
  'search.shown_for': {
    sv: 'Inget heter ”{query}” här. Detta är träffarna för ”{shown}”.', no: 'Ingenting heter «{query}» her. Dette er treffene for «{shown}».', de: 'Zu „{query}“ gibt es nichts. Das sind die Treffer für „{shown}“.', da: 'Intet hedder »{query}« her. Dette er resultaterne for »{shown}«.',
  },
  'search.instead_of': {
    sv: 'Vi säljer inget från {brand}. Här är det vi har i stället: ”{shown}”.', no: 'Vi selger ingenting fra {brand}. Her er det vi har i stedet: «{shown}».', de: 'Von {brand} führen wir nichts. Hier sehen Sie, was wir stattdessen haben: „{shown}“.', da: 'Vi sælger intet fra {brand}. Her er det, vi har i stedet: »{shown}«.',
  },
  'search.failed': {
    sv: 'Sökningen svarar inte just nu. Det du skrev finns kvar i fältet.', no: 'Søket svarer ikke akkurat nå. Det du skrev, står fortsatt i feltet.', de: 'Die Suche antwortet gerade nicht. Ihre Eingabe bleibt im Feld stehen.', da: 'Søgningen svarer ikke lige nu. Det, du skrev, står stadig i feltet.',
  },
  'search.to_results': {
    sv: 'Öppna sökresultaten', no: 'Åpne søkeresultatene', de: 'Suchergebnisse öffnen', da: 'Åbn søgeresultaterne',
  },
  'search.short': {
    sv: 'Skriv minst två tecken.', no: 'Skriv minst to tegn.', de: 'Bitte mindestens zwei Zeichen eingeben.', da: 'Skriv mindst to tegn.',
  },
} as const satisfies StringTable // prettier-ignore
