/** What shoppers type in each store for things that are called otherwise in the assortment. */
import type { SearchSynonymRecord } from '../domain/catalogue/catalogue-record.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** `term = means`: leads there only; `term == means`: each finds the other. */
const lists: Record<StoreCode, string[]> = {
  sv: [
    'startbatteri == bilbatteri', 'bilbatteri laddare = batteriladdare', 'bilbatteriladdare = batteriladdare', 'motorcykelbatteri == mc-batteri',
    'mopedbatteri = mc-batteri', 'rökdetektor = brandvarnare', 'brandlarm = brandvarnare', 'kolmonoxidvarnare = kolmonoxidlarm', 'laptopbatteri == datorbatteri',
    'laptop batteri = datorbatteri', 'mobilbatteri = batteri till', 'klockbatteri == urbatteri', 'laddsladd == laddkabel', 'laddkabel = kabel usb-c',
    'laddare laptop = nätadapter', 'datorladdare == nätadapter', 'laptopladdare == nätadapter', 'mobilladdare = usb-c-laddare', 'pannlampa == huvudlampa',
    'dammsugare batteri = dammsugarbatteri', 'borrmaskin batteri = verktygsbatteri', 'skruvdragare batteri = verktygsbatteri', 'robotgräsklippare batteri = trädgårdsbatteri',
    'uppladdningsbar = laddbar', 'laddningsbar == laddbar', 'hörselbatteri = hörapparatsbatteri', 'hörbatteri = hörapparatsbatteri', 'startkabel = startkablar', 'nödladdare == powerbank',
    'nyckelbatteri = cr2032', 'fjärrkontroll batteri = aaa-batteri', 'ups batteri = blybatteri', 'skoterbatteri = mc-batteri',
    'båtbatteri = fritidsbatteri', 'marinbatteri = fritidsbatteri', 'husvagnsbatteri = fritidsbatteri', 'husbilsbatteri = fritidsbatteri', 'gräsklipparbatteri = trädgårdsbatteri',
    'billaddare = usb-laddare bil',
  ],
  no: [
    'startbatteri == bilbatteri', 'motorsykkelbatteri == mc-batteri', 'mopedbatteri = mc-batteri', 'brannvarsler == røykvarsler', 'brannalarm = røykvarsler', 'laptopbatteri == pc-batteri',
    'laptop batteri = pc-batteri', 'klokkebatteri == urbatteri', 'ladekabel = kabel usb-c', 'laptoplader == strømadapter', 'pc-lader == strømadapter', 'mobillader = usb-c-lader',
    'powerbank == nødlader', 'drill batteri = verktøybatteri', 'støvsuger batteri = støvsugerbatteri', 'gressklipper batteri = hagebatteri', 'gjenoppladbar == oppladbar', 'ladbar == oppladbar',
    'hørselsbatteri = høreapparatbatteri', 'nøkkelbatteri = cr2032', 'fjernkontroll batteri = aaa-batteri', 'hodelampe == hodelykt', 'lommelampe == lommelykt', 'scooterbatteri = mc-batteri',
    'knappcellebatteri == knappcelle', 'båtbatteri = fritidsbatteri', 'bobilbatteri = fritidsbatteri', 'campingbatteri = fritidsbatteri', 'gressklipperbatteri = hagebatteri',
    'billader = usb-lader bil',
  ],
  de: [
    'Starterbatterie == Autobatterie', 'Starter Batterie = Autobatterie', 'Feuermelder == Rauchmelder', 'Rauchwarnmelder == Rauchmelder', 'Brandmelder = Rauchmelder', 'Laptop Akku = Notebook-Akku', 'Laptopakku == Notebook-Akku',
    'Laptop = Notebook', 'Uhrenbatterie = Knopfzelle', 'Ladekabel = Kabel USB-C', 'Laptop Ladegerät = Netzteil', 'Notebook Ladegerät = Netzteil', 'Handy Ladegerät = USB-C-Ladegerät', 'Handyladegerät = USB-C-Ladegerät',
    'Netzgerät == Netzteil', 'Akkupack == Powerbank', 'Bohrmaschine Akku = Werkzeugakku', 'Akkuschrauber Akku = Werkzeugakku', 'Staubsauger Batterie = Staubsauger-Akku', 'Rasenmäher Akku = Garten-Akku',
    'wiederaufladbare Batterie == Akku', 'aufladbare Batterie = Akku', 'aufladbar = wiederaufladbar', 'Hörgeräte Batterie = Hörgerätebatterie', 'Schlüsselbatterie = CR2032', 'Fernbedienung Batterie = AAA-Batterie',
    'Kopflampe == Stirnlampe', 'Rollerbatterie = Motorradbatterie', 'Bleiakku == Blei-Vlies-Akku', 'Überbrückungskabel == Starthilfekabel', 'Notstrom = USV',
    'Bootsbatterie = Versorgungsbatterie', 'Wohnmobilbatterie = Versorgungsbatterie', 'Wohnwagenbatterie = Versorgungsbatterie', 'Rasenmäherakku = Garten-Akku', 'Kfz Ladegerät = USB-Ladegerät Auto',
  ],
  da: [
    'startbatteri == bilbatteri', 'motorcykelbatteri == mc-batteri', 'scooterbatteri = mc-batteri', 'knallertbatteri = mc-batteri', 'brandalarm == røgalarm', 'røgmelder == røgalarm', 'brandmelder = røgalarm',
    'laptopbatteri == computerbatteri', 'bærbar batteri = computerbatteri', 'urbatteri = knapcelle', 'ladekabel = kabel usb-c', 'opladerkabel = kabel usb-c', 'laptop oplader = strømforsyning', 'computeroplader == strømforsyning',
    'mobiloplader = usb-c-oplader', 'nødoplader == powerbank', 'boremaskine batteri = værktøjsbatteri', 'støvsuger batteri = støvsugerbatteri', 'robotplæneklipper batteri = havebatteri', 'opladelig == genopladelig',
    'høreapparat batteri = høreapparatbatteri', 'nøglebatteri = cr2032', 'fjernbetjening batteri = aaa-batteri', 'hovedlampe == pandelampe', 'lommelampe == lommelygte',
    'bådbatteri = fritidsbatteri', 'autocamperbatteri = fritidsbatteri', 'campingbatteri = fritidsbatteri', 'plæneklipperbatteri = havebatteri', 'biloplader = usb-oplader bil',
  ],
} // prettier-ignore

export const demoSearchSynonyms: SearchSynonymRecord[] = Object.entries(lists).flatMap(([store, lines]) =>
  lines.map((line) => {
    const [term = '', means = ''] = line.split(/ ==? /)
    return {
      record: 'search_synonym' as const,
      store: store as StoreCode,
      term,
      means,
      bothWays: line.includes(' == '),
    }
  }),
)
