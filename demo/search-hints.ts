/**
 * Hints under the search field: advice on choosing, returns and contact, with the address of the page
 * (ENTITY-20).
 */
import type { SearchHintRecord } from '../domain/catalogue/catalogue-record.ts'
import { stores } from '../domain/stores/stores.ts'
import { demoCategories } from './categories.ts'
import { demoTags } from './tags.ts'
import { unbroken, words, type Words } from './words.ts'
import { demoStores } from './demo-stores.ts'

interface Hint {
  /** Comma-separated words and phrases; `*` matches any ending. */
  triggers: Words
  hint: Words
  /** A category code, a tag code after `#`, or a content path beginning with `/`. */
  to: string
  title: Words
  /** A search for exactly one of the words redirects there. */
  redirect: boolean
}

const hint = (to: string, triggers: Words, text: Words, title: Words, redirect = false): Hint => ({
  to,
  triggers,
  hint: text,
  title,
  redirect,
})

/** Words that no product has: a search for one of them is for the page. */
const page = (to: string, triggers: Words, text: Words, title: Words) => hint(to, triggers, text, title, true)

const hints: Hint[] = [
  hint(
    'batteries-aa',
    words('aa,lr6,mignon*,penlight', 'aa,lr6,mignon*', 'aa,lr6,mignon*', 'aa,lr6,mignon*'),
    words(
      'AA och LR6 är samma batteri.',
      'AA og LR6 er samme batteri.',
      'AA, LR6 und Mignon sind dieselbe Batterie.',
      'AA og LR6 er samme batteri.',
    ),
    words('Alla AA-batterier', 'Alle AA-batterier', 'Alle AA-Batterien', 'Alle AA-batterier'),
  ),
  hint(
    'batteries-aaa',
    words('aaa,lr03,micro', 'aaa,lr03,micro', 'aaa,lr03,micro', 'aaa,lr03,micro'),
    words(
      'AAA kallas även LR03.',
      'AAA kalles også LR03.',
      'AAA heißt auch LR03 oder Micro.',
      'AAA kaldes også LR03.',
    ),
    words('Alla AAA-batterier', 'Alle AAA-batterier', 'Alle AAA-Batterien', 'Alle AAA-batterier'),
  ),
  hint(
    'coins-cr2032',
    words(
      'cr2032,2032,bilnyck*',
      'cr2032,2032,bilnøk*',
      'cr2032,2032,autoschlüssel*',
      'cr2032,2032,bilnøgle*',
    ),
    words(
      'De flesta bilnycklar tar CR2032. Öppna nyckeln och läs numret.',
      'De fleste bilnøkler bruker CR2032. Åpne nøkkelen og les nummeret.',
      'Die meisten Autoschlüssel brauchen CR2032. Schlüssel öffnen, Nummer lesen.',
      'De fleste bilnøgler bruger CR2032. Åbn nøglen, og læs nummeret.',
    ),
    words('CR2032', 'CR2032', 'CR2032', 'CR2032'),
  ),
  hint(
    'alkaline-coins',
    words('lr44,ag13,a76,l1154', 'lr44,ag13,a76', 'lr44,ag13,a76', 'lr44,ag13,a76'),
    words(
      'LR44, AG13 och A76 är samma cell.',
      'LR44, AG13 og A76 er samme celle.',
      'LR44, AG13 und A76 sind dieselbe Zelle.',
      'LR44, AG13 og A76 er samme celle.',
    ),
    words('Alkaliska knappceller', 'Alkaliske knappceller', 'Alkaline-Knopfzellen', 'Alkaliske knapceller'),
  ),
  hint(
    'silver-oxide-coins',
    words(
      'klock*,urbatteri*,377,364,sr626*',
      'klokke*,urbatteri*,377,364,sr626*',
      'uhr*,377,364,sr626*',
      'ur,urbatteri*,377,364,sr626*',
    ),
    words(
      'Till klockor: sök på de tre siffrorna på cellen.',
      'Til klokker: søk på de tre sifrene på cellen.',
      'Für Uhren: nach den drei Ziffern auf der Zelle suchen.',
      'Til ure: søg på de tre tal på cellen.',
    ),
    words('Urbatterier', 'Urbatterier', 'Uhrenbatterien', 'Urbatterier'),
  ),
  hint(
    'hearing-aid-batteries',
    words(
      'hörapparat*,hörsel*,hörbatteri*,312,zinkluft*',
      'høreapparat*,hørsel*,312,sinkluft*',
      'hörgerät*,hörbatterie*,312,zinkluft*,zink luft*',
      'høreapparat*,hørebatteri*,312,zinkluft*',
    ),
    words(
      'Färgen på fliken visar storleken: gul 10, brun 312, orange 13, blå 675.',
      'Fargen på fliken viser størrelsen: gul 10, brun 312, oransje 13, blå 675.',
      'Die Farbe der Lasche zeigt die Größe: gelb 10, braun 312, orange 13, blau 675.',
      'Farven på fligen viser størrelsen: gul 10, brun 312, orange 13, blå 675.',
    ),
    words('Hörapparatsbatterier', 'Høreapparatbatterier', 'Hörgerätebatterien', 'Høreapparatbatterier'),
  ),
  hint(
    'car-batteries',
    words(
      'bil,bilbatteri*,startbatteri*,agm*,efb*',
      'bil,bilbatteri*,startbatteri*,agm*,efb*',
      'auto,autobatterie*,starterbatterie*,agm*,efb*',
      'bil,bilbatteri*,startbatteri*,agm*,efb*',
    ),
    words(
      'Har bilen start/stopp? Då behövs EFB eller AGM.',
      'Har bilen start/stopp? Da trengs EFB eller AGM.',
      'Hat das Auto Start-Stopp? Dann EFB oder AGM.',
      'Har bilen start-stop? Så skal den have EFB eller AGM.',
    ),
    words('Bilbatterier', 'Bilbatterier', 'Autobatterien', 'Bilbatterier'),
  ),
  hint(
    'rechargeable-batteries',
    words(
      'laddningsbar*,laddbar*,uppladdningsbar*,nimh*',
      'oppladbar*,ladbar*,gjenoppladbar*,nimh*',
      'akku,akkus,nimh*,wiederauflad*',
      'genopladelig*,opladelig*,nimh*',
    ),
    words(
      'Laddningsbart betalar sig efter fem laddningar.',
      'Oppladbart lønner seg etter fem ladinger.',
      'Akkus rechnen sich nach etwa fünf Ladungen.',
      'Genopladeligt er tjent hjem efter fem opladninger.',
    ),
    words('Laddningsbara batterier', 'Oppladbare batterier', 'Akkus', 'Genopladelige batterier'),
  ),
  hint(
    'smoke-alarms',
    words(
      'brandvarn*,rökvarn*,rökdetektor*,brandlarm*',
      'røykvarsl*,brannvarsl*,brannalarm*',
      'rauchmelder*,rauchwarnmelder*,feuermelder*',
      'røgalarm*,brandalarm*,røgmelder*',
    ),
    words(
      'Varnare äldre än tio år ska bytas helt.',
      'Varslere eldre enn ti år skal byttes helt.',
      'Melder, die älter als zehn Jahre sind, ganz ersetzen.',
      'Alarmer, der er mere end ti år gamle, skal skiftes helt.',
    ),
    words('Brandvarnare', 'Røykvarslere', 'Rauchmelder', 'Røgalarmer'),
  ),
  hint(
    'alarm-batteries',
    words(
      '9v*,6lr61,brandvarnarbatteri*',
      '9v*,6lr61,røykvarslerbatteri*',
      '9v*,6lr61,blockbatterie*',
      '9v*,6lr61,røgalarmbatteri*',
    ),
    words(
      'I brandvarnaren håller ett litiumbatteri i tio år.',
      'I røykvarsleren varer et litiumbatteri i ti år.',
      'Im Rauchmelder hält eine Lithium-9V bis zu zehn Jahre.',
      'I røgalarmen holder et lithiumbatteri i ti år.',
    ),
    words(
      'Batterier till varnare',
      'Batterier til varslere',
      'Batterien für Melder',
      'Batterier til alarmer',
    ),
  ),
  hint(
    'phone-batteries',
    words(
      'iphone*,samsung,galaxy,mobilbatteri*',
      'iphone*,samsung,galaxy,mobilbatteri*',
      'iphone*,samsung,galaxy,handyakku*',
      'iphone*,samsung,galaxy,mobilbatteri*',
    ),
    words(
      'Sök på modellnamnet, till exempel Galaxy S21.',
      'Søk på modellnavnet, for eksempel Galaxy S21.',
      'Nach dem Modell suchen, etwa Galaxy S21.',
      'Søg på modelnavnet, for eksempel Galaxy S21.',
    ),
    words('Mobilbatterier', 'Mobilbatterier', 'Handyakkus', 'Mobilbatterier'),
  ),
  hint(
    'usb-cables',
    words(
      'kabel,usb*,laddkabel*,lightning*',
      'kabel,usb*,ladekabel*,lightning*,ledning',
      'kabel,usb*,ladekabel*,lightning*',
      'kabel,usb*,ladekabel*,lightning*,ledning',
    ),
    words(
      'Välj först vad som sitter i båda ändar.',
      'Velg først hva som sitter i begge ender.',
      'Zuerst die Stecker an beiden Enden wählen.',
      'Vælg først stikket i begge ender.',
    ),
    words('USB-kablar', 'USB-kabler', 'USB-Kabel', 'USB-kabler'),
  ),
  page(
    '/recycling',
    words(
      'återvinn*,lämna batterier,lämna gamla batterier,batteriholk,pant',
      'gjenvinn*,kast batterier,lever batterier,pant',
      'pfand*,altbatterie*,entsorg*,batterien entsorgen',
      'genbrug*,aflever batterier,gamle batterier,pant',
    ),
    words(
      'Gamla batterier tar vi emot utan kostnad.',
      'Gamle batterier tar vi imot gratis.',
      'Altbatterien nehmen wir kostenlos zurück; Pfand 7,50 € je Starterbatterie.',
      'Gamle batterier modtager vi gratis.',
    ),
    words('Lämna batterier', 'Lever batterier', 'Altbatterien und Pfand', 'Aflever batterier'),
  ),
  hint(
    'gift-cards',
    words('present*,gåva', 'gave*', 'gutschein*,geschenk*', 'gave*'),
    words(
      'Presentkort skickas med e-post på några minuter.',
      'Gavekort sendes på e-post på få minutter.',
      'Gutscheine kommen binnen Minuten per E-Mail.',
      'Gavekort sendes med e-mail på få minutter.',
    ),
    words('Presentkort', 'Gavekort', 'Geschenkgutscheine', 'Gavekort'),
  ),
  hint(
    'laptop-batteries',
    words(
      'laptop*,datorbatteri*,datorladd*',
      'laptop*,pc-batteri*,pc batteri*,pc-lader*',
      'laptop*,notebook*',
      'laptop*,computerbatteri*,bærbar*',
    ),
    words(
      'Skriv det som står på datorns gamla batteri: modell eller artikelnummer.',
      'Skriv det som står på PC-ens gamle batteri: modell eller varenummer.',
      'Geben Sie ein, was auf dem alten Akku steht: Modell oder Teilenummer.',
      'Skriv det, der står på computerens gamle batteri: model eller varenummer.',
    ),
    words(
      'Ström till bärbar dator',
      'Strøm til bærbar PC',
      'Strom fürs Notebook',
      'Strøm til bærbar computer',
    ),
  ),
  page(
    '#sale',
    words(
      'kampanj*,rea,erbjudande*,veckans erbjudande',
      'kampanje*,salg,tilbud,ukens tilbud',
      'angebot*,aktion*,angebot der woche',
      'tilbud*,kampagne*,ugens tilbud',
    ),
    words(
      'Veckans kampanjer, så länge lagret räcker.',
      'Ukens kampanjer, så lenge lageret rekker.',
      'Die Angebote der Woche, solange der Vorrat reicht.',
      'Ugens tilbud, så længe lager haves.',
    ),
    words('Alla kampanjer', 'Alle kampanjer', 'Alle Angebote', 'Alle tilbud'),
  ),
  page(
    '/returns-info',
    words(
      'retur,returnera,byta,byte',
      'retur,returnere,bytte',
      'rücksendung,retoure,umtausch',
      'retur,returnere,bytte',
    ),
    words(
      'Så skickar du tillbaka eller byter en vara.',
      'Slik sender du tilbake eller bytter en vare.',
      'So senden Sie etwas zurück oder tauschen es um.',
      'Sådan sender du en vare tilbage eller bytter den.',
    ),
    words('Retur och byte', 'Retur og bytte', 'Rücksendung und Umtausch', 'Retur og bytte'),
  ),
  page(
    '/shipping',
    words(
      'frakt,leverans*,leveranstid',
      'frakt,levering*,leveringstid',
      'versand,versandkosten,lieferzeit,lieferung',
      'fragt,levering*,leveringstid',
    ),
    words(
      'Vad frakten kostar och när paketet kommer.',
      'Hva frakten koster, og når pakken kommer.',
      'Was der Versand kostet und wann das Paket kommt.',
      'Hvad fragten koster, og hvornår pakken kommer.',
    ),
    words('Leverans och frakt', 'Levering og frakt', 'Lieferung und Versand', 'Levering og fragt'),
  ),
  page(
    '/customer-service',
    words(
      'kundservice,kundtjänst,kontakt,hjälp',
      'kundeservice,kontakt,hjelp',
      'kundenservice,kundendienst,kontakt,hilfe',
      'kundeservice,kontakt,hjælp',
    ),
    words(
      'Vi svarar på frågor om batterier, köp och leverans.',
      'Vi svarer på spørsmål om batterier, kjøp og levering.',
      'Wir helfen bei Fragen zu Batterien, Kauf und Lieferung.',
      'Vi svarer på spørgsmål om batterier, køb og levering.',
    ),
    words('Kundservice', 'Kundeservice', 'Kundenservice', 'Kundeservice'),
  ),
]

const byCode = new Map(demoCategories.map((category) => [category.code, category]))

function categoryPath(code: string, store: keyof Words): string {
  const category = byCode.get(code)
  if (!category) throw new Error(`no category ${code}`)
  const own = category.texts[store]?.slug ?? code
  return category.parent ? `${categoryPath(category.parent, store)}/${own}` : own
}

function address(to: string, store: keyof Words): string {
  if (to.startsWith('/')) return `/${store}${to}`
  if (!to.startsWith('#')) return `/${store}/artiklar/${categoryPath(to, store)}/index.html`
  const tag = demoTags.find(({ code }) => `#${code}` === to)
  return `/${store}/${stores[store].paths.tag}/${tag?.texts[store]?.slug ?? ''}`
}

export const demoSearchHints: SearchHintRecord[] = demoStores.flatMap((store) =>
  hints.map((entry) => ({
    record: 'search_hint' as const,
    store,
    triggers: entry.triggers[store].split(','),
    hint: unbroken(entry.hint[store]),
    url: address(entry.to, store),
    urlTitle: entry.title[store],
    redirect: entry.redirect,
  })),
)
