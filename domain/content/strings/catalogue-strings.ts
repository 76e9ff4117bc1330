/** Words of cards, prices, stock, listings and the home page, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const catalogueStrings = {
  'card.buy': {
    sv: 'Köp', no: 'Kjøp', de: 'In den Warenkorb', da: 'Køb',
  },
  'card.buy_of': {
    sv: 'Köp {name}', no: 'Kjøp {name}', de: 'In den Warenkorb: {name}', da: 'Køb {name}',
  },
  'card.choose': {
    sv: 'Välj variant', no: 'Velg variant', de: 'Variante wählen', da: 'Vælg variant',
  },
  'card.choose_of': {
    sv: 'Välj variant av {name}', no: 'Velg variant av {name}', de: 'Variante wählen: {name}', da: 'Vælg variant af {name}',
  },
  'card.notify': {
    sv: 'Bevaka', no: 'Varsle meg', de: 'Benachrichtigen', da: 'Giv besked',
  },
  'card.notify_of': {
    sv: 'Bevaka {name}', no: 'Varsle meg om {name}', de: 'Benachrichtigen: {name}', da: 'Giv besked om {name}',
  },
  'card.notify_send': {
    sv: 'Mejla mig när den finns', no: 'Send e-post når den er på lager', de: 'E-Mail bei Verfügbarkeit', da: 'Send mail når den er på lager',
  },
  'card.notify_done': {
    sv: 'Bekräfta via länken i mejlet vi skickar, så hör vi av oss när varan är tillbaka.',
    no: 'Bekreft med lenken i e-posten vi sender, så gir vi beskjed når varen er tilbake.',
    de: 'Bitte bestätigen Sie über den Link in unserer E-Mail. Dann melden wir uns, sobald der Artikel wieder da ist.',
    da: 'Bekræft med linket i den mail, vi sender, så giver vi besked, når varen er tilbage.',
  },
  'card.score': {
    sv: '{score} av 5 i betyg, {count, plural, one {# omdöme} other {# omdömen}}',
    no: '{score} av 5 i vurdering, {count, plural, one {# omtale} other {# omtaler}}',
    de: '{score} von 5 Sternen, {count, plural, one {# Bewertung} other {# Bewertungen}}',
    da: '{score} ud af 5 i bedømmelse, {count, plural, one {# anmeldelse} other {# anmeldelser}}',
  },
  'card.shipping_info': {
    sv: 'Fraktinformation', no: 'Fraktinformasjon', de: 'Versandkosten und Lieferung', da: 'Fragtinformation',
  },
  'card.with_code': {
    sv: 'med {code}', no: 'med {code}', de: 'mit {code}', da: 'med {code}',
  },
  'price.from': {
    sv: 'från {price}', no: 'fra {price}', de: 'ab {price}', da: 'fra {price}',
  },
  'price.before': {
    sv: 'Tidigare pris', no: 'Førpris', de: 'Früherer Preis', da: 'Førpris',
  },
  'price.with_vat': {
    sv: 'inkl. moms', no: 'inkl. mva.', de: 'inkl. MwSt.', da: 'inkl. moms',
  },
  'price.ex_vat': {
    sv: 'exkl. moms', no: 'ekskl. mva.', de: 'zzgl. MwSt.', da: 'ekskl. moms',
  },
  'price.lowest_30_days': {
    sv: 'Lägsta pris 30 dagar före: {price}', no: 'Laveste pris siste 30 dager: {price}', de: 'Niedrigster Preis der letzten 30 Tage: {price}', da: 'Laveste pris 30 dage før: {price}',
  },
  'price.disclaimer': {
    sv: 'Inkl. moms, frakt tillkommer', no: 'Inkl. mva., frakt kommer i tillegg', de: 'inkl. MwSt., zzgl. Versandkosten', da: 'Inkl. moms, ekskl. fragt',
  },
  'price.tiers': {
    sv: 'Mängdpris', no: 'Kvantumspris', de: 'Staffelpreise', da: 'Mængderabat',
  },
  'price.tier_from': {
    sv: 'från {quantity} st', no: 'fra {quantity} stk.', de: 'ab {quantity} Stück', da: 'fra {quantity} stk.',
  },
  'price.each': {
    sv: '{price}/st', no: '{price} per stk.', de: 'je {price}', da: '{price} pr. stk.',
  },
  'stock.in_stock': {
    sv: 'I lager, skickas direkt', no: 'På lager, sendes straks', de: 'Auf Lager, sofort versandfertig', da: 'På lager, sendes straks',
  },
  'stock.few_left': {
    sv: 'Bara några få kvar', no: 'Bare noen få igjen', de: 'Nur noch wenige da', da: 'Kun få tilbage',
  },
  'stock.presale': {
    sv: 'Förhandsboka', no: 'Forhåndsbestill', de: 'Vorbestellbar', da: 'Forudbestil',
  },
  'stock.presale_date': {
    sv: 'Förhandsboka, beräknas {date}', no: 'Forhåndsbestill, ventes {date}', de: 'Vorbestellbar, erwartet am {date}', da: 'Forudbestil, forventes {date}',
  },
  'stock.out_of_stock': {
    sv: 'Slut i lager', no: 'Ikke på lager', de: 'Nicht auf Lager', da: 'Ikke på lager',
  },
  'stock.out_of_stock_date': {
    sv: 'Slut i lager, åter {date}', no: 'Ikke på lager, ventes {date}', de: 'Nicht auf Lager, erwartet am {date}', da: 'Ikke på lager, forventes {date}',
  },
  'stock.discontinued': {
    sv: 'Har utgått', no: 'Utgått', de: 'Nicht mehr lieferbar', da: 'Udgået',
  },
  'quantity.label': {
    sv: 'Antal', no: 'Antall', de: 'Menge', da: 'Antal',
  },
  'quantity.less': {
    sv: 'En färre', no: 'Én færre', de: 'Eins weniger', da: 'En færre',
  },
  'quantity.more': {
    sv: 'En till', no: 'Én til', de: 'Eins mehr', da: 'En mere',
  },
  'carousel.previous': {
    sv: 'Bakåt', no: 'Bakover', de: 'Zurück', da: 'Tilbage',
  },
  'carousel.next': {
    sv: 'Framåt', no: 'Fremover', de: 'Weiter', da: 'Frem',
  },
  'carousel.all': {
    sv: 'Visa alla', no: 'Vis alle', de: 'Alle ansehen', da: 'Vis alle',
  },
  'listing.count': {
    sv: '{count, plural, one {# produkt} other {# produkter}}', no: '{count, plural, one {# produkt} other {# produkter}}', de: '{count, plural, one {# Produkt} other {# Produkte}}', da: '{count, plural, one {# produkt} other {# produkter}}',
  },
  'listing.sort': {
    sv: 'Sortera', no: 'Sorter', de: 'Sortieren', da: 'Sortér',
  },
  'listing.sort_relevance': {
    sv: 'Mest relevant', no: 'Mest relevant', de: 'Relevanz', da: 'Mest relevant',
  },
  'listing.sort_price_asc': {
    sv: 'Lägsta pris', no: 'Laveste pris', de: 'Niedrigster Preis', da: 'Laveste pris',
  },
  'listing.sort_price_desc': {
    sv: 'Högsta pris', no: 'Høyeste pris', de: 'Höchster Preis', da: 'Højeste pris',
  },
  'listing.sort_name': {
    sv: 'Namn A–Ö', no: 'Navn A–Å', de: 'Name A–Z', da: 'Navn A–Å',
  },
  'listing.apply': {
    sv: 'Visa', no: 'Vis', de: 'Anzeigen', da: 'Vis',
  },
  'listing.filter': {
    sv: 'Filter', no: 'Filter', de: 'Filter', da: 'Filtre',
  },
  'listing.show_more_values': {
    sv: 'Visa fler', no: 'Vis flere', de: 'Mehr anzeigen', da: 'Vis flere',
  },
  'listing.clear': {
    sv: 'Rensa filter', no: 'Nullstill filter', de: 'Filter zurücksetzen', da: 'Ryd filtre',
  },
  'listing.chosen': {
    sv: '{count, plural, one {# valt filter} other {# valda filter}}', no: '{count, plural, one {# valgt filter} other {# valgte filtre}}', de: '{count, plural, one {# Filter gewählt} other {# Filter gewählt}}', da: '{count, plural, one {# valgt filter} other {# valgte filtre}}',
  },
  'listing.remove_filter': {
    sv: 'Ta bort filtret {name}', no: 'Fjern filteret {name}', de: 'Filter {name} entfernen', da: 'Fjern filteret {name}',
  },
  'listing.show_hits': {
    sv: 'Visa {count, plural, one {# produkt} other {# produkter}}', no: 'Vis {count, plural, one {# produkt} other {# produkter}}', de: '{count, plural, one {# Produkt} other {# Produkte}} anzeigen', da: 'Vis {count, plural, one {# produkt} other {# produkter}}',
  },
  'listing.all': {
    sv: 'Visa alla {count, plural, one {# produkt} other {# produkter}}', no: 'Vis alle {count, plural, one {# produkt} other {# produkter}}', de: 'Alle {count, plural, one {# Produkt} other {# Produkte}} ansehen', da: 'Vis alle {count, plural, one {# produkt} other {# produkter}}',
  },
  'listing.children': {
    sv: 'Underkategorier', no: 'Underkategorier', de: 'Unterkategorien', da: 'Underkategorier',
  },
  'listing.grid': {
    sv: 'Produkter', no: 'Produkter', de: 'Produkte', da: 'Produkter',
  },
  'listing.none': {
    sv: 'Inga produkter passar filtren', no: 'Ingen produkter passer filtrene', de: 'Kein Produkt passt zu diesen Filtern', da: 'Ingen produkter passer til filtrene',
  },
  'listing.empty': {
    sv: 'Här finns inga produkter just nu', no: 'Her er det ingen produkter akkurat nå', de: 'Hier gibt es gerade keine Produkte', da: 'Her er ingen produkter lige nu',
  },
  'listing.pages': {
    sv: 'Sidor', no: 'Sider', de: 'Seiten', da: 'Sider',
  },
  'listing.page': {
    sv: 'Sida {page}', no: 'Side {page}', de: 'Seite {page}', da: 'Side {page}',
  },
  'listing.previous_page': {
    sv: 'Föregående sida', no: 'Forrige side', de: 'Vorherige Seite', da: 'Forrige side',
  },
  'listing.next_page': {
    sv: 'Nästa sida', no: 'Neste side', de: 'Nächste Seite', da: 'Næste side',
  },
  'listing.tag_text': {
    sv: '{name}: batterier, laddare och tillbehör på ett ställe.', no: '{name}: batterier, ladere og tilbehør på ett sted.', de: '{name}: Batterien, Ladegeräte und Zubehör an einem Ort.', da: '{name}: batterier, opladere og tilbehør samlet ét sted.',
  },
  'listing.compare': {
    sv: 'Jämför {count, plural, one {# produkt} other {# produkter}} på pris, fakta och lagersaldo.', no: 'Sammenlign {count, plural, one {# produkt} other {# produkter}} på pris, fakta og lagerstatus.', de: '{count, plural, one {# Produkt} other {# Produkte}} nach Preis, Daten und Verfügbarkeit vergleichen.', da: 'Sammenlign {count, plural, one {# produkt} other {# produkter}} på pris, fakta og lagerstatus.',
  },
  'listing.all_of': {
    sv: 'Alla produkter i {name}', no: 'Alle produkter i {name}', de: '{name}: alle Produkte', da: 'Alle produkter i {name}',
  },
  'listing.brand_text': {
    sv: 'Allt från {name} som vi har i sortimentet.', no: 'Alt fra {name} som vi fører.', de: 'Alles von {name} aus unserem Sortiment.', da: 'Alt fra {name}, som vi fører.',
  },
  'home.title': {
    sv: 'Vad behöver du ström till?', no: 'Hva trenger du strøm til?', de: 'Wofür brauchen Sie Strom?', da: 'Hvad skal du bruge strøm til?',
  },
  'home.lead': {
    sv: 'Skriv modellen på enheten eller märkningen på batteriet. Vi visar vad som passar och om det ligger på hyllan.',
    no: 'Skriv modellen på enheten eller merkingen på batteriet. Vi viser hva som passer, og om det ligger på hylla.',
    de: 'Gerätemodell oder Aufschrift der Batterie eingeben: Wir zeigen, was passt und ob es im Regal liegt.',
    da: 'Skriv modellen på enheden eller mærkningen på batteriet. Vi viser, hvad der passer, og om det ligger på hylden.',
  },
  'home.examples': {
    sv: 'Ofta sökt', no: 'Ofte søkt', de: 'Oft gesucht', da: 'Ofte søgt',
  },
  'home.categories': {
    sv: 'Välj avdelning', no: 'Velg avdeling', de: 'Sortiment', da: 'Vælg afdeling',
  },
  'home.bestsellers': {
    sv: 'Storsäljare', no: 'Bestselgere', de: 'Bestseller', da: 'Bestsellere',
  },
  'home.sale': {
    sv: 'Nedsatt just nu', no: 'Nedsatt akkurat nå', de: 'Gerade reduziert', da: 'Nedsat lige nu',
  },
  'home.season': {
    sv: 'När kylan kommer', no: 'Når kulda kommer', de: 'Wenn es kalt wird', da: 'Når kulden kommer',
  },
  'home.season_travel': {
    sv: 'Med på resan', no: 'Med på reisen', de: 'Für unterwegs', da: 'Med på rejsen',
  },
  'home.recent': {
    sv: 'Senast visade', no: 'Sist sett', de: 'Zuletzt angesehen', da: 'Senest sete',
  },
  'home.why': {
    sv: 'Därför Anode', no: 'Derfor Anode', de: 'Darum Anode', da: 'Derfor Anode',
  },
  'home.why_text': {
    sv: 'Vi är batterifolk. Lagret är vårt eget, varje pris är det du betalar i kassan, och den som svarar i telefon kan slå upp måtten på din gamla cell.',
    no: 'Vi er batterifolk. Lageret er vårt eget, hver pris er den du betaler i kassen, og den som svarer på telefon, kan slå opp målene på den gamle cellen din.',
    de: 'Wir kennen Batterien. Das Lager ist unser eigenes, jeder Preis ist der, den Sie an der Kasse zahlen, und wer ans Telefon geht, schlägt die Maße Ihrer alten Zelle nach.',
    da: 'Vi er batterifolk. Lageret er vores eget, hver pris er den, du betaler ved kassen, og den, der tager telefonen, kan slå målene på din gamle celle op.',
  },
  'home.description': {
    sv: 'Batterier, laddare, reservdelar och tillbehör. I lager, skickas samma dag.',
    no: 'Batterier, ladere, reservedeler og tilbehør. På lager, sendes samme dag.',
    de: 'Batterien, Akkus, Ladegeräte, Ersatzteile und Zubehör. Auf Lager, Versand am selben Tag.',
    da: 'Batterier, opladere, reservedele og tilbehør. På lager, sendes samme dag.',
  },
} as const satisfies StringTable // prettier-ignore
