/** Words of the product page, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const productStrings = {
  'product.sku': {
    sv: 'Art.nr {sku}', no: 'Varenr. {sku}', de: 'Art.-Nr. {sku}', da: 'Varenr. {sku}',
  },
  'product.number': {
    sv: 'Artikelnummer', no: 'Artikkelnummer', de: 'Artikelnummer', da: 'Varenummer',
  },
  'product.brand': {
    sv: 'Märke', no: 'Merke', de: 'Marke', da: 'Mærke',
  },
  'product.price': {
    sv: 'Pris', no: 'Pris', de: 'Preis', da: 'Pris',
  },
  'product.stock': {
    sv: 'Lager', no: 'Lager', de: 'Verfügbarkeit', da: 'Lager',
  },
  'product.rating': {
    sv: 'Betyg', no: 'Vurdering', de: 'Bewertung', da: 'Bedømmelse',
  },
  'product.page': {
    sv: 'Produktsida', no: 'Produktside', de: 'Produktseite', da: 'Produktside',
  },
  'product.gallery': {
    sv: 'Bilder', no: 'Bilder', de: 'Bilder', da: 'Billeder',
  },
  'product.picture': {
    sv: 'Bild {number}', no: 'Bilde {number}', de: 'Bild {number}', da: 'Billede {number}',
  },
  'product.facts': {
    sv: 'I korthet', no: 'Kort fortalt', de: 'Auf einen Blick', da: 'Kort fortalt',
  },
  'product.choose': {
    sv: 'Välj {name}', no: 'Velg {name}', de: '{name} wählen', da: 'Vælg {name}',
  },
  'product.choose_first': {
    sv: 'Välj variant för att köpa', no: 'Velg variant for å kjøpe', de: 'Bitte zuerst eine Variante wählen', da: 'Vælg variant for at købe',
  },
  'product.subscription': {
    sv: 'Köp så här', no: 'Slik kjøper du', de: 'Kaufart', da: 'Sådan køber du',
  },
  'product.once': {
    sv: 'En gång', no: 'Én gang', de: 'Einmalig', da: 'Én gang',
  },
  'product.every': {
    sv: 'Prenumerera, {interval}', no: 'Abonner, {interval}', de: 'Im Abo, {interval}', da: 'Abonnér, {interval}',
  },
  'product.interval_months': {
    sv: '{count, plural, one {varje månad} other {var #:e månad}}',
    no: '{count, plural, one {hver måned} other {hver #. måned}}',
    de: '{count, plural, one {jeden Monat} other {alle # Monate}}',
    da: '{count, plural, one {hver måned} other {hver #. måned}}',
  },
  'product.dispatch': {
    sv: 'Beställ före {time} så skickar vi {day}', no: 'Bestill før {time}, så sender vi {day}', de: 'Bis {time} Uhr bestellt, Versand {day}', da: 'Bestil før {time}, så sender vi {day}',
  },
  'product.time_left': {
    sv: '{time} kvar', no: '{time} igjen', de: 'noch {time}', da: '{time} tilbage',
  },
  'product.deposit': {
    sv: 'Pant tillkommer för startbatterier.', no: 'Pant kommer i tillegg for startbatterier.', de: 'Zzgl. 7,50 € Pfand (§ 19 BattDG), wenn keine alte Starterbatterie zurückgegeben wird.', da: 'Pant tillægges for startbatterier.',
  },
  'product.description': {
    sv: 'Beskrivning', no: 'Beskrivelse', de: 'Beschreibung', da: 'Beskrivelse',
  },
  'product.specification': {
    sv: 'Specifikation', no: 'Spesifikasjon', de: 'Technische Daten', da: 'Specifikation',
  },
  'product.fits': {
    sv: 'Passar till', no: 'Passer til', de: 'Passend für', da: 'Passer til',
  },
  'product.fits_count': {
    sv: 'Passar {count, plural, one {# enhet} other {# enheter}}', no: 'Passer til {count, plural, one {# enhet} other {# enheter}}', de: 'Passt in {count, plural, one {# Gerät} other {# Geräte}}', da: 'Passer til {count, plural, one {# enhed} other {# enheder}}',
  },
  'product.fits_search': {
    sv: 'Finns din modell?', no: 'Finnes din modell?', de: 'Ist Ihr Modell dabei?', da: 'Er din model her?',
  },
  'product.fits_none': {
    sv: 'Modellen finns inte i listan. Ring oss så kontrollerar vi.', no: 'Modellen står ikke i listen. Ring oss, så sjekker vi.', de: 'Dieses Modell steht nicht in der Liste. Rufen Sie uns an, wir prüfen es.', da: 'Modellen er ikke på listen. Ring til os, så tjekker vi.',
  },
  'product.condition': {
    sv: 'Skick', no: 'Tilstand', de: 'Zustand', da: 'Stand',
  },
  'product.refurbished': {
    sv: 'Renoverad', no: 'Renovert', de: 'Generalüberholt', da: 'Renoveret',
  },
  'product.used': {
    sv: 'Begagnad', no: 'Brukt', de: 'Gebraucht', da: 'Brugt',
  },
  'product.safety': {
    sv: 'Säkerhet och återvinning', no: 'Sikkerhet og gjenvinning', de: 'Sicherheit und Entsorgung', da: 'Sikkerhed og genbrug',
  },
  'product.safety_text': {
    sv: 'Batterier får inte slängas i hushållssoporna. Lämna förbrukade batterier i närmaste batteriholk eller skicka dem till oss, det kostar inget. Tejpa polerna på litiumbatterier och förvara knappceller oåtkomligt för barn.',
    no: 'Batterier skal ikke kastes i restavfallet. Lever brukte batterier i nærmeste innsamlingsboks eller send dem til oss, det koster ingenting. Teip polene på litiumbatterier, og oppbevar knappceller utilgjengelig for barn.',
    de: 'Batterien gehören nicht in den Hausmüll. Sie sind gesetzlich verpflichtet, Altbatterien zurückzugeben: kostenlos im Handel, beim Wertstoffhof oder an unser Versandlager. Pole von Lithiumbatterien abkleben; Knopfzellen von Kindern fernhalten.',
    da: 'Batterier må ikke smides ud med restaffaldet. Aflever brugte batterier på genbrugspladsen eller send dem til os, det er gratis. Sæt tape over polerne på lithiumbatterier, og opbevar knapceller utilgængeligt for børn.',
  },
  'product.bin_symbol': {
    sv: 'Överstruken soptunna: samlas in separat', no: 'Overkrysset søppeldunk: samles inn separat', de: 'Durchgestrichene Mülltonne: getrennt sammeln', da: 'Overkrydset skraldespand: indsamles særskilt',
  },
  'product.manufacturer': {
    sv: 'Tillverkare', no: 'Produsent', de: 'Hersteller', da: 'Producent',
  },
  'product.set': {
    sv: 'I paketet ingår', no: 'I pakken følger', de: 'Im Set enthalten', da: 'I sættet indgår',
  },
  'product.accessories': {
    sv: 'Tillbehör', no: 'Tilbehør', de: 'Zubehör', da: 'Tilbehør',
  },
  'product.spare_parts': {
    sv: 'Reservdelar', no: 'Reservedeler', de: 'Ersatzteile', da: 'Reservedele',
  },
  'product.cross_selling': {
    sv: 'Köps ofta tillsammans', no: 'Kjøpes ofte sammen', de: 'Wird oft zusammen gekauft', da: 'Købes ofte sammen',
  },
  'product.related': {
    sv: 'Liknande produkter', no: 'Lignende produkter', de: 'Ähnliche Produkte', da: 'Lignende produkter',
  },
  'product.recommended': {
    sv: 'Vi rekommenderar', no: 'Vi anbefaler', de: 'Unsere Empfehlung', da: 'Vi anbefaler',
  },
  'gone.title': {
    sv: '{name} säljs inte längre', no: '{name} selges ikke lenger', de: '{name} ist nicht mehr im Sortiment', da: '{name} sælges ikke længere',
  },
  'gone.text': {
    sv: 'Artikel {sku} har utgått ur sortimentet. Det som ligger närmast finns här.', no: 'Artikkel {sku} har utgått fra sortimentet. Det som ligger nærmest, finner du her.', de: 'Artikel {sku} führen wir nicht mehr. Was ihm am nächsten kommt, finden Sie hier.', da: 'Vare {sku} er udgået af sortimentet. Det, der ligger nærmest, finder du her.',
  },
  'gone.category': {
    sv: 'Allt i {name}', no: 'Alt i {name}', de: 'Zur Kategorie {name}', da: 'Alt i {name}',
  },
  'gone.nearest': {
    sv: 'Närmast till hands', no: 'Nærmeste alternativer', de: 'Naheliegende Alternativen', da: 'Nærmeste alternativer',
  },
  'product.questions': {
    sv: 'Fråga om produkten', no: 'Spør om produktet', de: 'Fragen zum Artikel', da: 'Spørg om produktet',
  },
  'product.questions_text': {
    sv: 'Osäker på om den passar? Ring {phone} och uppge art.nr {sku}.',
    no: 'Usikker på om den passer? Ring {phone} og oppgi varenr. {sku}.',
    de: 'Nicht sicher, ob es passt? Rufen Sie uns an: {phone}, Art.-Nr. {sku}.',
    da: 'I tvivl om den passer? Ring {phone} og oplys varenr. {sku}.',
  },
} as const satisfies StringTable // prettier-ignore
