/** Hints under the search field: a word the shopper begins to write, and where it leads (ENTITY-20). */
import type { SearchHintRecord } from '../../domain/catalogue/catalogue-record.ts'
import { demoCategories } from './categories.ts'
import { everyStore, words, type Words } from './words.ts'

interface Hint {
  /** Comma-separated beginnings. */
  triggers: Words
  hint: Words
  /** A category code, or a content path beginning with `/`. */
  to: string
  title: Words
}

const hint = (to: string, triggers: Words, text: Words, title: Words): Hint => ({
  to,
  triggers,
  hint: text,
  title,
})

const hints: Hint[] = [
  hint('batteries-aa', words('aa,lr6,mignon,penlight', 'aa,lr6,mignon', 'aa,lr6,mignon', 'aa,lr6,mignon'), words('AA och LR6 är samma batteri.', 'AA og LR6 er samme batteri.', 'AA, LR6 und Mignon sind dieselbe Batterie.', 'AA og LR6 er samme batteri.'), words('Alla AA-batterier', 'Alle AA-batterier', 'Alle AA-Batterien', 'Alle AA-batterier')),
  hint('batteries-aaa', words('aaa,lr03,micro', 'aaa,lr03,micro', 'aaa,lr03,micro', 'aaa,lr03,micro'), words('AAA kallas även LR03.', 'AAA kalles også LR03.', 'AAA heißt auch LR03 oder Micro.', 'AAA kaldes også LR03.'), words('Alla AAA-batterier', 'Alle AAA-batterier', 'Alle AAA-Batterien', 'Alle AAA-batterier')),
  hint('coins-cr2032', words('cr2032,2032,bilnyckel', 'cr2032,2032,bilnøkkel', 'cr2032,2032,autoschlüssel', 'cr2032,2032,bilnøgle'), words('De flesta bilnycklar tar CR2032. Öppna nyckeln och läs numret.', 'De fleste bilnøkler bruker CR2032. Åpne nøkkelen og les nummeret.', 'Die meisten Autoschlüssel brauchen CR2032. Schlüssel öffnen, Nummer lesen.', 'De fleste bilnøgler bruger CR2032. Åbn nøglen, og læs nummeret.'), words('CR2032', 'CR2032', 'CR2032', 'CR2032')),
  hint('alkaline-coins', words('lr44,ag13,a76,l1154', 'lr44,ag13,a76', 'lr44,ag13,a76', 'lr44,ag13,a76'), words('LR44, AG13 och A76 är samma cell.', 'LR44, AG13 og A76 er samme celle.', 'LR44, AG13 und A76 sind dieselbe Zelle.', 'LR44, AG13 og A76 er samme celle.'), words('Alkaliska knappceller', 'Alkaliske knappceller', 'Alkaline-Knopfzellen', 'Alkaliske knapceller')),
  hint('silver-oxide-coins', words('klock,urbatteri,377,364,sr626', 'klokke,urbatteri,377,364,sr626', 'uhr,377,364,sr626', 'ur,urbatteri,377,364,sr626'), words('Till klockor: sök på de tre siffrorna på cellen.', 'Til klokker: søk på de tre sifrene på cellen.', 'Für Uhren: nach den drei Ziffern auf der Zelle suchen.', 'Til ure: søg på de tre tal på cellen.'), words('Urbatterier', 'Urbatterier', 'Uhrenbatterien', 'Urbatterier')),
  hint('hearing-aid-batteries', words('hör,312,zink', 'høre,312,sink', 'hör,312,zink', 'høre,312,zink'), words('Färgen på fliken visar storleken: gul 10, brun 312, orange 13, blå 675.', 'Fargen på fliken viser størrelsen: gul 10, brun 312, oransje 13, blå 675.', 'Die Farbe der Lasche zeigt die Größe: gelb 10, braun 312, orange 13, blau 675.', 'Farven på fligen viser størrelsen: gul 10, brun 312, orange 13, blå 675.'), words('Hörapparatsbatterier', 'Høreapparatbatterier', 'Hörgerätebatterien', 'Høreapparatbatterier')),
  hint('car-batteries', words('bil,startbatteri,agm,efb', 'bil,startbatteri,agm,efb', 'auto,starter,agm,efb', 'bil,startbatteri,agm,efb'), words('Har bilen start/stopp? Då behövs EFB eller AGM.', 'Har bilen start/stopp? Da trengs EFB eller AGM.', 'Hat das Auto Start-Stopp? Dann EFB oder AGM.', 'Har bilen start-stop? Så skal den have EFB eller AGM.'), words('Bilbatterier', 'Bilbatterier', 'Autobatterien', 'Bilbatterier')),
  hint('rechargeable-batteries', words('ladd,nimh,uppladd', 'opplad,lad,nimh', 'akku,nimh,wiederauf', 'genop,oplad,nimh'), words('Laddningsbart betalar sig efter fem laddningar.', 'Oppladbart lønner seg etter fem ladinger.', 'Akkus rechnen sich nach etwa fünf Ladungen.', 'Genopladeligt er tjent hjem efter fem opladninger.'), words('Laddningsbara batterier', 'Oppladbare batterier', 'Akkus', 'Genopladelige batterier')),
  hint('smoke-alarms', words('brandvarnare,rök', 'røyk,brann', 'rauch,brand', 'røg,brand'), words('Varnare äldre än tio år ska bytas helt.', 'Varslere eldre enn ti år skal byttes helt.', 'Melder, die älter als zehn Jahre sind, ganz ersetzen.', 'Alarmer, der er mere end ti år gamle, skal skiftes helt.'), words('Brandvarnare', 'Røykvarslere', 'Rauchmelder', 'Røgalarmer')),
  hint('alarm-batteries', words('9v,6lr61,larm', '9v,6lr61,alarm', '9v,6lr61,block,alarm', '9v,6lr61,alarm'), words('I brandvarnaren håller ett litiumbatteri i tio år.', 'I røykvarsleren varer et litiumbatteri i ti år.', 'Im Rauchmelder hält eine Lithium-9V bis zu zehn Jahre.', 'I røgalarmen holder et lithiumbatteri i ti år.'), words('Batterier till varnare', 'Batterier til varslere', 'Batterien für Melder', 'Batterier til alarmer')),
  hint('phone-batteries', words('iphone,samsung,galaxy,mobil', 'iphone,samsung,galaxy,mobil', 'iphone,samsung,galaxy,handy', 'iphone,samsung,galaxy,mobil'), words('Sök på modellnamnet, till exempel Galaxy S21.', 'Søk på modellnavnet, for eksempel Galaxy S21.', 'Nach dem Modell suchen, etwa Galaxy S21.', 'Søg på modelnavnet, for eksempel Galaxy S21.'), words('Mobilbatterier', 'Mobilbatterier', 'Handyakkus', 'Mobilbatterier')),
  hint('usb-cables', words('kabel,usb,lightning', 'kabel,usb,lightning,ledning', 'kabel,usb,lightning', 'kabel,usb,lightning,ledning'), words('Välj först vad som sitter i båda ändar.', 'Velg først hva som sitter i begge ender.', 'Zuerst die Stecker an beiden Enden wählen.', 'Vælg først stikket i begge ender.'), words('USB-kablar', 'USB-kabler', 'USB-Kabel', 'USB-kabler')),
  hint('/recycling', words('återvinn,lämna,pant', 'gjenvinn,lever,retur', 'pfand,altbatterie,entsorg,rückgabe', 'genbrug,aflever,pant'), words('Gamla batterier tar vi emot utan kostnad.', 'Gamle batterier tar vi imot gratis.', 'Altbatterien nehmen wir kostenlos zurück; Pfand 7,50 € je Starterbatterie.', 'Gamle batterier modtager vi gratis.'), words('Lämna batterier', 'Lever batterier', 'Altbatterien und Pfand', 'Aflever batterier')),
  hint('gift-cards', words('present,gåva', 'gave', 'gutschein,geschenk', 'gave'), words('Presentkort skickas med e-post på några minuter.', 'Gavekort sendes på e-post på få minutter.', 'Gutscheine kommen binnen Minuten per E-Mail.', 'Gavekort sendes med e-mail på få minutter.'), words('Presentkort', 'Gavekort', 'Geschenkgutscheine', 'Gavekort')),
] // prettier-ignore

const byCode = new Map(demoCategories.map((category) => [category.code, category]))

function categoryPath(code: string, store: keyof Words): string {
  const category = byCode.get(code)
  if (!category) throw new Error(`no category ${code}`)
  const own = category.texts[store]?.slug ?? code
  return category.parent ? `${categoryPath(category.parent, store)}/${own}` : own
}

export const demoSearchHints: SearchHintRecord[] = everyStore.flatMap((store) =>
  hints.map((entry) => ({
    record: 'search_hint' as const,
    store,
    triggers: entry.triggers[store].split(','),
    hint: entry.hint[store],
    url: entry.to.startsWith('/') ? `/${store}${entry.to}` : `/${store}/artiklar/${categoryPath(entry.to, store)}/index.html`,
    urlTitle: entry.title[store],
  })),
) // prettier-ignore
