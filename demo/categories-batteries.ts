/** Batteries and button cells. */
import { each, main, sub, type CategoryPlan } from './category-table.ts'
import { words } from './words.ts'

const alkalineSize = (size: string) =>
  words(`${size}-batterier`, `${size}-batterier`, `${size}-Batterien`, `${size}-batterier`)
const nimhSize = (size: string) =>
  words(`Laddbara ${size}`, `Oppladbare ${size}`, `${size}-Akkus`, `Genopladelige ${size}`)

export const batteryCategories: CategoryPlan[] = [
  main(
    'batteries',
    'cell',
    words('Batterier', 'Batterier', 'Batterien', 'Batterier'),
    words(
      'Från AA till startbatteri. Välj typ först, så hjälper filtren dig till rätt storlek och kapacitet.',
      'Fra AA til startbatteri. Velg type først, så hjelper filtrene deg til riktig størrelse og kapasitet.',
      'Von der AA-Zelle bis zur Starterbatterie: erst die Bauart wählen, dann Größe und Kapazität filtern.',
      'Fra AA til startbatteri. Vælg type først, så fører filtrene dig til den rigtige størrelse og kapacitet.',
    ),
  ),
  sub(
    'batteries',
    'household-batteries',
    words('Hushållsbatterier', 'Husholdningsbatterier', 'Haushaltsbatterien', 'Husholdningsbatterier'),
    words(
      'Alkaliska batterier för fjärrkontroller, leksaker, klockor och ficklampor, i små och stora förpackningar.',
      'Alkaliske batterier til fjernkontroller, leker, klokker og lommelykter, i små og store pakninger.',
      'Alkaline-Batterien für Fernbedienungen, Spielzeug, Uhren und Taschenlampen, in kleinen und großen Packungen.',
      'Alkaliske batterier til fjernbetjeninger, legetøj, ure og lommelygter, i små og store pakker.',
    ),
    words('hushall', 'husholdning', 'haushalt', 'husholdning'),
  ),
  ...each(
    'household-batteries',
    [
      ['batteries-aa', 'AA'],
      ['batteries-aaa', 'AAA'],
      ['batteries-c', 'C'],
      ['batteries-d', 'D'],
      ['batteries-9v', '9V'],
    ],
    alkalineSize,
    (size) =>
      words(
        `Engångsbatterier i storlek ${size}, alkaliska och brunsten, styckvis och i storpack.`,
        `Engangsbatterier i størrelse ${size}, alkaliske og brunstein, enkeltvis og i storpakning.`,
        `Einwegbatterien der Größe ${size}: Alkaline und Zink-Kohle, einzeln und im Vorratspack.`,
        `Engangsbatterier i størrelse ${size}, alkaliske og brunsten, enkeltvis og i storpakke.`,
      ),
  ),
  sub(
    'household-batteries',
    'batteries-special',
    words('Specialbatterier', 'Spesialbatterier', 'Spezialbatterien', 'Specialbatterier'),
    words(
      'A23, 4LR44, AAAA, N, 3R12 och andra storlekar som sällan finns i mataffären.',
      'A23, 4LR44, AAAA, N, 3R12 og andre størrelser som sjelden finnes i dagligvarebutikken.',
      'A23, 4LR44, AAAA, N, 3R12 und andere Größen, die es im Supermarkt selten gibt.',
      'A23, 4LR44, AAAA, N, 3R12 og andre størrelser, som supermarkedet sjældent har.',
    ),
  ),
  sub(
    'batteries',
    'rechargeable-batteries',
    words('Laddningsbara batterier', 'Oppladbare batterier', 'Akkus', 'Genopladelige batterier'),
    words(
      'NiMH med låg självurladdning och litiumjonceller. Betalar sig efter några laddningar.',
      'NiMH med lav selvutlading og litiumionceller. Lønner seg etter noen få ladinger.',
      'NiMH-Akkus mit geringer Selbstentladung und Lithium-Ionen-Zellen. Nach wenigen Ladungen bezahlt.',
      'NiMH med lav selvafladning og lithium-ion-celler. Tjent hjem efter få opladninger.',
    ),
    words('laddningsbara', 'oppladbare', 'akkus', 'genopladelige'),
  ),
  ...each(
    'rechargeable-batteries',
    [
      ['rechargeable-aa', 'AA'],
      ['rechargeable-aaa', 'AAA'],
      ['rechargeable-c-d-9v', 'C, D & 9V'],
    ],
    nimhSize,
    (size) =>
      words(
        `Laddningsbara batterier i storlek ${size} som ersätter engångsbatterier rakt av.`,
        `Oppladbare batterier i størrelse ${size} som erstatter engangsbatterier direkte.`,
        `Wiederaufladbare Batterien der Größe ${size} als direkter Ersatz für Einwegbatterien.`,
        `Genopladelige batterier i størrelse ${size}, der erstatter engangsbatterier direkte.`,
      ),
  ),
  sub(
    'rechargeable-batteries',
    'lithium-ion-cells',
    words('Litiumjonceller', 'Litiumionceller', 'Lithium-Ionen-Zellen', 'Lithium-ion-celler'),
    words(
      '18650, 21700 och 14500 för ficklampor och elektronik, med och utan skyddskrets.',
      '18650, 21700 og 14500 til lommelykter og elektronikk, med og uten beskyttelseskrets.',
      '18650, 21700 und 14500 für Taschenlampen und Elektronik, mit und ohne Schutzschaltung.',
      '18650, 21700 og 14500 til lommelygter og elektronik, med og uden beskyttelseskredsløb.',
    ),
  ),
  sub(
    'batteries',
    'lithium-batteries',
    words('Litiumbatterier', 'Litiumbatterier', 'Lithiumbatterien', 'Lithiumbatterier'),
    words(
      'Lätta batterier som tål kyla och håller laddningen i tio år eller mer.',
      'Lette batterier som tåler kulde og holder ladningen i ti år eller mer.',
      'Leichte Batterien, die Kälte vertragen und ihre Ladung zehn Jahre und länger halten.',
      'Lette batterier, der tåler kulde og holder ladningen i ti år eller mere.',
    ),
    words('litium', 'litium', 'lithium', 'lithium'),
  ),
  sub(
    'lithium-batteries',
    'lithium-aa-aaa-9v',
    words('Litium AA, AAA & 9V', 'Litium AA, AAA & 9V', 'Lithium AA, AAA & 9V', 'Lithium AA, AAA & 9V'),
    words(
      '1,5 V och 9 V litium för viltkameror, låskistor, brandvarnare och allt som står ute.',
      '1,5 V og 9 V litium til viltkameraer, låser, røykvarslere og alt som står ute.',
      '1,5-V- und 9-V-Lithium für Wildkameras, Schlösser, Rauchmelder und alles, was draußen steht.',
      '1,5 V og 9 V lithium til vildtkameraer, låse, røgalarmer og alt, der står ude.',
    ),
  ),
  sub(
    'lithium-batteries',
    'photo-batteries',
    words(
      'Fotobatterier 3 V & 6 V',
      'Fotobatterier 3 V & 6 V',
      'Fotobatterien 3 V & 6 V',
      'Fotobatterier 3 V & 6 V',
    ),
    words(
      'CR123A, CR2, CR-P2 och 2CR5 för kameror, larm och taktiska ficklampor.',
      'CR123A, CR2, CR-P2 og 2CR5 til kameraer, alarmer og taktiske lommelykter.',
      'CR123A, CR2, CR-P2 und 2CR5 für Kameras, Alarmanlagen und taktische Taschenlampen.',
      'CR123A, CR2, CR-P2 og 2CR5 til kameraer, alarmer og taktiske lommelygter.',
    ),
  ),
  sub(
    'batteries',
    'car-batteries',
    words('Bilbatterier', 'Bilbatterier', 'Autobatterien', 'Bilbatterier'),
    words(
      'Startbatterier till personbil. Jämför Ah, kallstartström, mått och polplacering med det gamla batteriet.',
      'Startbatterier til personbil. Sammenlign Ah, kaldstartstrøm, mål og polplassering med det gamle batteriet.',
      'Starterbatterien für Pkw. Ah, Kälteprüfstrom, Maße und Polanordnung mit der alten Batterie vergleichen.',
      'Startbatterier til personbil. Sammenlign Ah, koldstartsstrøm, mål og polplacering med det gamle batteri.',
    ),
    words('bil', 'bil', 'auto', 'bil'),
  ),
  sub(
    'car-batteries',
    'car-batteries-standard',
    words('Standardbilbatterier', 'Standardbilbatterier', 'Klassische Autobatterien', 'Standardbilbatterier'),
    words(
      'Underhållsfria blybatterier för bilar utan start/stopp.',
      'Vedlikeholdsfrie blybatterier for biler uten start/stopp.',
      'Wartungsfreie Bleibatterien für Autos ohne Start-Stopp-System.',
      'Vedligeholdelsesfri blybatterier til biler uden start-stop.',
    ),
    words('standard', 'standard', 'standard', 'standard'),
  ),
  sub(
    'car-batteries',
    'car-batteries-efb',
    words('EFB-batterier', 'EFB-batterier', 'EFB-Batterien', 'EFB-batterier'),
    words(
      'Förstärkta batterier för bilar med enkel start/stopp.',
      'Forsterkede batterier for biler med enkel start/stopp.',
      'Verstärkte Batterien für Autos mit einfachem Start-Stopp-System.',
      'Forstærkede batterier til biler med enkel start-stop.',
    ),
    words('efb', 'efb', 'efb', 'efb'),
  ),
  sub(
    'car-batteries',
    'car-batteries-agm',
    words('AGM-batterier till bil', 'AGM-batterier til bil', 'AGM-Autobatterien', 'AGM-batterier til bil'),
    words(
      'För start/stopp med återvinning av bromsenergi. Ett AGM-batteri ska alltid ersättas med AGM.',
      'For start/stopp med gjenvinning av bremseenergi. Et AGM-batteri skal alltid erstattes med AGM.',
      'Für Start-Stopp mit Bremsenergierückgewinnung. AGM immer durch AGM ersetzen.',
      'Til start-stop med genvinding af bremseenergi. Et AGM-batteri skal altid erstattes med AGM.',
    ),
    words('agm', 'agm', 'agm', 'agm'),
  ),
  sub(
    'batteries',
    'motorcycle-batteries',
    words('MC-batterier', 'MC-batterier', 'Motorradbatterien', 'MC-batterier'),
    words(
      'Batterier till motorcykel, moped, skoter och åkgräsklippare.',
      'Batterier til motorsykkel, moped, snøscooter og plentraktor.',
      'Batterien für Motorrad, Roller, Quad und Rasentraktor.',
      'Batterier til motorcykel, knallert, scooter og havetraktor.',
    ),
    words('mc', 'mc', 'motorrad', 'mc'),
  ),
  sub(
    'batteries',
    'leisure-batteries',
    words('Fritidsbatterier', 'Fritidsbatterier', 'Versorgungsbatterien', 'Fritidsbatterier'),
    words(
      'Djupurladdningståliga batterier till husvagn, husbil, båt och stuga.',
      'Batterier som tåler dyp utlading, til campingvogn, bobil, båt og hytte.',
      'Zyklenfeste Batterien für Wohnwagen, Wohnmobil, Boot und Gartenhaus.',
      'Batterier, der tåler dyb afladning, til campingvogn, autocamper, båd og sommerhus.',
    ),
    words('fritid', 'fritid', 'freizeit', 'fritid'),
  ),
  sub(
    'batteries',
    'truck-batteries',
    words('Lastbilsbatterier', 'Lastebilbatterier', 'Lkw-Batterien', 'Lastbilbatterier'),
    words(
      'Stora startbatterier till lastbil, traktor och entreprenadmaskin.',
      'Store startbatterier til lastebil, traktor og anleggsmaskin.',
      'Große Starterbatterien für Lkw, Traktor und Baumaschine.',
      'Store startbatterier til lastbil, traktor og entreprenørmaskine.',
    ),
    words('lastbil', 'lastebil', 'lkw', 'lastbil'),
  ),
]

export const buttonCellCategories: CategoryPlan[] = [
  main(
    'button-cells',
    'coin',
    words('Knappceller', 'Knappceller', 'Knopfzellen', 'Knapceller'),
    words(
      'Knappcellsbatterier till klockor, bilnycklar, vågar och hörapparater. Numret står på cellen.',
      'Knappcellebatterier til klokker, bilnøkler, vekter og høreapparater. Nummeret står på cellen.',
      'Knopfzellen für Uhren, Autoschlüssel, Waagen und Hörgeräte. Die Nummer steht auf der Zelle.',
      'Knapcellebatterier til ure, bilnøgler, vægte og høreapparater. Nummeret står på cellen.',
    ),
  ),
  sub(
    'button-cells',
    'lithium-coins',
    words('Litium CR 3 V', 'Litium CR 3 V', 'Lithium CR 3 V', 'Lithium CR 3 V'),
    words(
      'CR2032, CR2025, CR2450 och alla andra 3-voltsceller till bilnycklar, sensorer och datorer.',
      'CR2032, CR2025, CR2450 og alle andre 3-voltsceller til bilnøkler, sensorer og datamaskiner.',
      'CR2032, CR2025, CR2450 und alle übrigen 3-Volt-Zellen für Autoschlüssel, Sensoren und Computer.',
      'CR2032, CR2025, CR2450 og alle andre 3 volts-celler til bilnøgler, sensorer og computere.',
    ),
  ),
  ...each(
    'lithium-coins',
    [
      ['coins-cr2032', 'CR2032'],
      ['coins-cr2025', 'CR2025'],
      ['coins-cr2016', 'CR2016'],
      ['coins-cr2450', 'CR2450'],
    ],
    (size) => words(size, size, size, size),
    (size) =>
      words(
        `${size} från flera märken, en och en eller i förpackning om fem, tio och tjugo.`,
        `${size} fra flere merker, enkeltvis eller i pakning på fem, ti og tjue.`,
        `${size} verschiedener Marken, einzeln oder im Fünfer-, Zehner- und Zwanzigerpack.`,
        `${size} fra flere mærker, enkeltvis eller i pakker med fem, ti og tyve.`,
      ),
  ),
  sub(
    'lithium-coins',
    'coins-other',
    words('Övriga CR-storlekar', 'Andre CR-størrelser', 'Weitere CR-Größen', 'Øvrige CR-størrelser'),
    words(
      'CR1220, CR1620, CR2430, CR2477 och fler mindre vanliga storlekar.',
      'CR1220, CR1620, CR2430, CR2477 og flere mindre vanlige størrelser.',
      'CR1220, CR1620, CR2430, CR2477 und weitere seltenere Größen.',
      'CR1220, CR1620, CR2430, CR2477 og flere mindre udbredte størrelser.',
    ),
  ),
  sub(
    'button-cells',
    'alkaline-coins',
    words('Alkaliska LR 1,5 V', 'Alkaliske LR 1,5 V', 'Alkaline LR 1,5 V', 'Alkaliske LR 1,5 V'),
    words(
      'LR44, LR41, LR54 och släktingar till leksaker, termometrar och miniräknare.',
      'LR44, LR41, LR54 og slektninger til leker, termometre og kalkulatorer.',
      'LR44, LR41, LR54 und Verwandte für Spielzeug, Thermometer und Taschenrechner.',
      'LR44, LR41, LR54 og beslægtede til legetøj, termometre og lommeregnere.',
    ),
  ),
  sub(
    'button-cells',
    'silver-oxide-coins',
    words('Silveroxid SR (klockor)', 'Sølvoksid SR (klokker)', 'Silberoxid SR (Uhren)', 'Sølvoxid SR (ure)'),
    words(
      'Urbatterier med jämn spänning livet ut. Sök på tre siffror, till exempel 377 eller 364.',
      'Urbatterier med jevn spenning hele levetiden. Søk på tre sifre, for eksempel 377 eller 364.',
      'Uhrenbatterien mit gleichmäßiger Spannung. Suchen Sie nach drei Ziffern, etwa 377 oder 364.',
      'Urbatterier med jævn spænding hele livet. Søg på tre cifre, for eksempel 377 eller 364.',
    ),
  ),
  sub(
    'button-cells',
    'rechargeable-coins',
    words(
      'Laddbara knappceller',
      'Oppladbare knappceller',
      'Wiederaufladbare Knopfzellen',
      'Genopladelige knapceller',
    ),
    words(
      'LIR, ML och VL för apparater som laddar sin knappcell själva.',
      'LIR, ML og VL til apparater som lader knappcellen selv.',
      'LIR, ML und VL für Geräte, die ihre Knopfzelle selbst laden.',
      'LIR, ML og VL til apparater, der selv oplader knapcellen.',
    ),
  ),
  sub(
    'button-cells',
    'hearing-aid-batteries',
    words('Hörapparatsbatterier', 'Høreapparatbatterier', 'Hörgerätebatterien', 'Høreapparatbatterier'),
    words(
      'Zink-luft i fyra storlekar. Färgen på fliken visar vilken som passar.',
      'Sink-luft i fire størrelser. Fargen på fliken viser hvilken som passer.',
      'Zink-Luft in vier Größen. Die Farbe der Lasche zeigt, welche passt.',
      'Zink-luft i fire størrelser. Farven på fligen viser, hvilken der passer.',
    ),
  ),
  ...(
    [
      ['10', 'gul', 'gul', 'gelb', 'gul'],
      ['312', 'brun', 'brun', 'braun', 'brun'],
      ['13', 'orange', 'oransje', 'orange', 'orange'],
      ['675', 'blå', 'blå', 'blau', 'blå'],
    ] as const
  ).map(([size, sv, no, de, da]) =>
    sub(
      'hearing-aid-batteries',
      `hearing-aid-${size}`,
      words(
        `Storlek ${size} (${sv})`,
        `Størrelse ${size} (${no})`,
        `Größe ${size} (${de})`,
        `Størrelse ${size} (${da})`,
      ),
      words(
        `Hörapparatsbatterier storlek ${size} med ${sv} flik, i askar om 6, 30 och 60.`,
        `Høreapparatbatterier størrelse ${size} med ${no} flik, i esker på 6, 30 og 60.`,
        `Hörgerätebatterien Größe ${size} mit Lasche in ${de}, zu 6, 30 und 60 Stück.`,
        `Høreapparatbatterier størrelse ${size} med ${da} flig, i æsker med 6, 30 og 60.`,
      ),
      words(size, size, size, size),
    ),
  ),
]
