/** The shared shape of batteries made for one device family: phones, tablets, cameras, computers, tools. */
import type { Attributes, ProductPlan } from './product-plan.ts'
import { decimal, join, listed, words, type Words } from './words.ts'

export interface DeviceBattery {
  sku: string
  brand: string
  category: string
  /** Value code of `device_brand`. */
  maker: string
  /** The device in the product name: "Samsung Galaxy S21". */
  device: string
  kind:
    | 'phone'
    | 'tablet'
    | 'camera'
    | 'cordless'
    | 'laptop'
    | 'tool'
    | 'vacuum'
    | 'toothbrush'
    | 'ebike'
    | 'garden'
  oem: string
  chemistry: string
  volts: number
  mah: number
  sek: number
  grams: number
  fits: string[]
  group: number
  discount: string
  extra?: Partial<ProductPlan>
  more?: Attributes
  /** The form of the drawing, where it is not named as the kind. */
  drawn?: string
}

const kinds: Record<DeviceBattery['kind'], { thing: Words; install: Words }> = {
  phone: {
    thing: words('Batteri till', 'Batteri til', 'Akku für', 'Batteri til'),
    install: words(
      'Bytet tar en halvtimme med rätt verktyg. Ladda till 100 procent och kalibrera genom att köra ner till 5 procent en gång.',
      'Byttet tar en halvtime med riktig verktøy. Lad til 100 prosent og kalibrer ved å kjøre ned til 5 prosent én gang.',
      'Der Tausch dauert mit passendem Werkzeug eine halbe Stunde. Danach auf 100 Prozent laden und einmal bis 5 Prozent entladen.',
      'Skiftet tager en halv time med det rette værktøj. Oplad til 100 procent, og kalibrér ved at køre ned til 5 procent én gang.',
    ),
  },
  tablet: {
    thing: words('Batteri till', 'Batteri til', 'Akku für', 'Batteri til'),
    install: words(
      'Skärmen måste värmas och lyftas vid bytet: låt gärna en verkstad göra det om du är ovan.',
      'Skjermen må varmes og løftes ved byttet: la gjerne et verksted gjøre det hvis du er uvant.',
      'Zum Tausch muss das Display erwärmt und angehoben werden; im Zweifel eine Werkstatt beauftragen.',
      'Skærmen skal varmes og løftes ved skiftet: lad et værksted gøre det, hvis du er uvant.',
    ),
  },
  camera: {
    thing: words('Kamerabatteri till', 'Kamerabatteri til', 'Kamera-Akku für', 'Kamerabatteri til'),
    install: words(
      'Visar återstående laddning i kameran och laddas i originalladdaren.',
      'Melder gjenværende lading til kameraet og lades i originalladeren.',
      'Meldet der Kamera den Ladestand und lädt im Original-Ladegerät.',
      'Melder den resterende ladning til kameraet og oplades i originalopladeren.',
    ),
  },
  cordless: {
    thing: words('Telefonbatteri till', 'Telefonbatteri til', 'Telefonakku für', 'Telefonbatteri til'),
    install: words(
      'Ladda i sexton timmar första gången. Kontakten sitter på kabel, jämför färgordningen.',
      'Lad i seksten timer første gang. Kontakten sitter på ledning, sammenlign fargerekkefølgen.',
      'Beim ersten Mal sechzehn Stunden laden. Stecker und Aderfarben vergleichen.',
      'Oplad i seksten timer første gang. Stikket sidder på ledning, sammenlign farverækkefølgen.',
    ),
  },
  laptop: {
    thing: words('Datorbatteri till', 'PC-batteri til', 'Notebook-Akku für', 'Computerbatteri til'),
    install: words(
      'Samma kontakt, skruvhål och skyddskrets som originalet. Koppla ur adaptern innan du öppnar datorn.',
      'Samme kontakt, skruehull og beskyttelseskrets som originalen. Koble fra adapteren før du åpner PC-en.',
      'Stecker, Schraublöcher und Schutzschaltung wie beim Original. Vor dem Öffnen das Netzteil abziehen.',
      'Samme stik, skruehuller og beskyttelseskredsløb som originalen. Tag strømforsyningen ud, før du åbner computeren.',
    ),
  },
  tool: {
    thing: words('Verktygsbatteri till', 'Verktøybatteri til', 'Werkzeugakku für', 'Værktøjsbatteri til'),
    install: words(
      'Klickar fast som originalet och laddas i originalladdaren. Laddnivån visas med fyra lysdioder.',
      'Klikker på plass som originalen og lades i originalladeren. Ladenivået vises med fire lysdioder.',
      'Rastet wie das Original ein und lädt im Original-Ladegerät. Vier Leuchtdioden zeigen den Ladestand.',
      'Klikker fast som originalen og oplades i originalopladeren. Ladeniveauet vises med fire lysdioder.',
    ),
  },
  vacuum: {
    thing: words(
      'Dammsugarbatteri till',
      'Støvsugerbatteri til',
      'Staubsauger-Akku für',
      'Støvsugerbatteri til',
    ),
    install: words(
      'Skruvarna medföljer. Ladda fullt innan första städningen.',
      'Skruene følger med. Lad helt opp før første støvsuging.',
      'Schrauben liegen bei. Vor dem ersten Einsatz voll aufladen.',
      'Skruerne følger med. Oplad helt før første rengøring.',
    ),
  },
  toothbrush: {
    thing: words(
      'Inlödningsbatteri till',
      'Innloddingsbatteri til',
      'Einlötakku für',
      'Indlodningsbatteri til',
    ),
    install: words(
      'Har lödflikar i rätt vinkel. Lödkolv behövs, och apparaten måste kunna öppnas.',
      'Har loddeører i riktig vinkel. Du trenger loddebolt, og apparatet må kunne åpnes.',
      'Mit Lötfahnen im richtigen Winkel. Ein Lötkolben ist nötig, das Gerät muss sich öffnen lassen.',
      'Har loddeflige i den rette vinkel. Du skal bruge en loddekolbe, og apparatet skal kunne åbnes.',
    ),
  },
  garden: {
    thing: words('Trädgårdsbatteri till', 'Hagebatteri til', 'Garten-Akku für', 'Havebatteri til'),
    install: words(
      'Stäng av maskinen med huvudbrytaren före bytet. Förvara batteriet frostfritt och halvladdat över vintern.',
      'Slå av maskinen med hovedbryteren før byttet. Oppbevar batteriet frostfritt og halvladet over vinteren.',
      'Vor dem Tausch das Gerät am Hauptschalter ausschalten. Über den Winter frostfrei und halb geladen lagern.',
      'Sluk maskinen på hovedafbryderen før skiftet. Opbevar batteriet frostfrit og halvt opladet om vinteren.',
    ),
  },
  ebike: {
    thing: words('Elcykelbatteri till', 'Elsykkelbatteri til', 'E-Bike-Akku für', 'Elcykelbatteri til'),
    install: words(
      'Kommunicerar med motorns styrning och låses med den nyckel du har. Ladda inomhus vid 10 till 25 °C.',
      'Kommuniserer med motorstyringen og låses med nøkkelen du har. Lad innendørs ved 10 til 25 °C.',
      'Verständigt sich mit der Motorsteuerung und passt zum vorhandenen Schloss. Bei 10 bis 25 °C im Haus laden.',
      'Kommunikerer med motorstyringen og låses med den nøgle, du har. Oplad indendørs ved 10 til 25 °C.',
    ),
  },
}

const wattHoursOf = (battery: DeviceBattery) => Math.round(battery.volts * battery.mah) / 1000
const rounded = (value: number) => (value < 20 ? Math.round(value * 10) / 10 : Math.round(value))

/** The plan of a device battery; `extra` overrides what it derives. */
export function deviceBattery(battery: DeviceBattery): ProductPlan {
  const { thing, install } = kinds[battery.kind]
  const wattHours = rounded(wattHoursOf(battery))
  const size =
    battery.mah >= 10_000 || ['tool', 'ebike', 'garden'].includes(battery.kind)
      ? `${decimal(battery.mah / 1000)} Ah`
      : `${battery.mah} mAh`
  const name = join(' ', thing, battery.device, size)
  const replaced = listed(battery.oem.split(', '))
  const others = battery.fits.slice(0, 4).join(', ')
  const primary = battery.chemistry === 'nimh'
  return {
    sku: battery.sku,
    brand: battery.brand,
    categories: [battery.category],
    name,
    intro: join(
      '\n\n',
      words(
        `Ersättningsbatteri på ${decimal(battery.volts)} V och ${size}, ${decimal(wattHours)} Wh. Passar ${others} och fler modeller i listan nedan. Ersätter ${replaced.sv}.`,
        `Erstatningsbatteri på ${decimal(battery.volts)} V og ${size}, ${decimal(wattHours)} Wh. Passer til ${others} og flere modeller i listen under. Erstatter ${replaced.no}.`,
        `Ersatzakku mit ${decimal(battery.volts)} V und ${size}, ${decimal(wattHours)} Wh. Passend für ${others} und weitere Modelle der Liste. Ersetzt ${replaced.de}.`,
        `Erstatningsbatteri på ${decimal(battery.volts)} V og ${size}, ${decimal(wattHours)} Wh. Passer til ${others} og flere modeller på listen herunder. Erstatter ${replaced.da}.`,
      ),
      install,
    ),
    care: primary ? 'nimh' : 'device',
    sek: battery.sek,
    attributes: {
      device_brand: battery.maker,
      chemistry: battery.chemistry,
      voltage_v: battery.volts,
      ...(size.endsWith(' Ah') ? { capacity_ah: battery.mah / 1000 } : { capacity_mah: battery.mah }),
      watt_hours: wattHours,
      rechargeable: true,
      oem_numbers: battery.oem,
      weight_g: battery.grams,
      cycles: 500,
      ...(primary ? {} : { un_number: 'un3480' }),
      battery_marks: ['separate_collection'],
      ...battery.more,
    },
    drawing: `pack?kind=${battery.drawn ?? battery.kind}&volts=${battery.volts}`,
    picture: join(' ', thing, battery.device),
    group: battery.group,
    discount: battery.discount,
    fits: battery.fits,
    ...battery.extra,
  }
}
