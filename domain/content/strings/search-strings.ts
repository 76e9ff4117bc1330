/** Words of the search field and the results page, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const searchStrings = {
  'search.label': {
    sv: 'Sök bland produkter', no: 'Søk blant produkter', de: 'Produkte suchen', da: 'Søg blandt produkter',
  },
  'search.placeholder': {
    sv: 'Sök modell, storlek eller artikelnummer', no: 'Søk modell, størrelse eller varenummer', de: 'Modell, Größe oder Artikelnummer', da: 'Søg model, størrelse eller varenummer',
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
  'search.short': {
    sv: 'Skriv minst två tecken.', no: 'Skriv minst to tegn.', de: 'Bitte mindestens zwei Zeichen eingeben.', da: 'Skriv mindst to tegn.',
  },
} as const satisfies StringTable // prettier-ignore
