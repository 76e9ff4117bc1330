/** Chargers, phones, tablets, cameras, laptops and cables. */
import { each, main, sub, type CategoryPlan } from './category-table.ts'
import { words } from './words.ts'

export const powerCategories: CategoryPlan[] = [
  main(
    'chargers-power',
    'charger',
    words('Laddare & powerbanks', 'Ladere & nødladere', 'Ladetechnik', 'Opladere & powerbanks'),
    words(
      'Laddare för batterier, telefoner och datorer, powerbanks för resan och testare som visar vad som är kvar.',
      'Ladere for batterier, telefoner og datamaskiner, nødladere til reisen og testere som viser hva som er igjen.',
      'Ladegeräte für Akkus, Handys und Notebooks, Powerbanks für unterwegs und Tester, die den Rest anzeigen.',
      'Opladere til batterier, telefoner og computere, powerbanks til rejsen og testere, der viser, hvad der er tilbage.',
    ),
  ),
  sub(
    'chargers-power',
    'battery-chargers',
    words('Batteriladdare', 'Batteriladere', 'Akku-Ladegeräte', 'Batteriopladere'),
    words(
      'Laddare för AA, AAA, C, D, 9V och litiumjonceller.',
      'Ladere for AA, AAA, C, D, 9V og litiumionceller.',
      'Ladegeräte für AA, AAA, C, D, 9V und Lithium-Ionen-Zellen.',
      'Opladere til AA, AAA, C, D, 9V og lithium-ion-celler.',
    ),
  ),
  sub(
    'chargers-power',
    'usb-chargers',
    words('USB-laddare', 'USB-ladere', 'USB-Ladegeräte', 'USB-opladere'),
    words(
      'Väggladdare med USB-C Power Delivery från 20 till 140 W.',
      'Vegglader med USB-C Power Delivery fra 20 til 140 W.',
      'Netzladegeräte mit USB-C Power Delivery von 20 bis 140 W.',
      'Vægopladere med USB-C Power Delivery fra 20 til 140 W.',
    ),
  ),
  sub(
    'chargers-power',
    'power-banks',
    words('Powerbanks', 'Nødladere', 'Powerbanks', 'Powerbanks'),
    words(
      'Extra ström i fickan eller väskan. Upp till 100 Wh får följa med i handbagaget.',
      'Ekstra strøm i lommen eller vesken. Opptil 100 Wh kan tas med i håndbagasjen.',
      'Strom für die Tasche. Bis 100 Wh sind im Handgepäck erlaubt.',
      'Ekstra strøm i lommen eller tasken. Op til 100 Wh må med i håndbagagen.',
    ),
  ),
  sub(
    'chargers-power',
    'car-usb-chargers',
    words('USB-laddare till bil', 'USB-ladere til bil', 'USB-Ladegeräte fürs Auto', 'USB-opladere til bil'),
    words(
      'Laddare för 12/24 V-uttag i bil, husbil och lastbil.',
      'Ladere for 12/24 V-uttak i bil, bobil og lastebil.',
      'Ladegeräte für die 12/24-V-Steckdose in Auto, Wohnmobil und Lkw.',
      'Opladere til 12/24 V-stik i bil, autocamper og lastbil.',
    ),
  ),
  sub(
    'chargers-power',
    'wireless-chargers',
    words('Trådlösa laddare', 'Trådløse ladere', 'Kabellose Ladegeräte', 'Trådløse opladere'),
    words(
      'Laddplattor och ställ enligt Qi och Qi2.',
      'Ladeplater og stativer etter Qi og Qi2.',
      'Ladepads und Ständer nach Qi und Qi2.',
      'Ladeplader og stativer efter Qi og Qi2.',
    ),
  ),
  sub(
    'chargers-power',
    'battery-testers',
    words('Batteritestare', 'Batteritestere', 'Batterietester', 'Batteritestere'),
    words(
      'Mät innan du slänger: testare för hushållsbatterier, knappceller och bilbatterier.',
      'Mål før du kaster: testere for husholdningsbatterier, knappceller og bilbatterier.',
      'Erst messen, dann entsorgen: Tester für Haushaltsbatterien, Knopfzellen und Autobatterien.',
      'Mål, før du smider ud: testere til husholdningsbatterier, knapceller og bilbatterier.',
    ),
  ),
]

const phoneBatteries = (maker: string) =>
  words(
    `Mobilbatterier ${maker}`,
    `Mobilbatterier ${maker}`,
    `Handyakkus ${maker}`,
    `Mobilbatterier ${maker}`,
  )
const laptopBatteries = (maker: string) =>
  words(
    `Datorbatterier ${maker}`,
    `PC-batterier ${maker}`,
    `Notebook-Akkus ${maker}`,
    `Computerbatterier ${maker}`,
  )

export const deviceCategories: CategoryPlan[] = [
  main(
    'phone-tablet',
    'phone',
    words(
      'Mobil, surfplatta & kamera',
      'Mobil, nettbrett & kamera',
      'Handy, Tablet & Kamera',
      'Mobil, tablet & kamera',
    ),
    words(
      'Ett nytt batteri ger telefonen, plattan eller kameran flera år till. Sök på modellnamn.',
      'Et nytt batteri gir telefonen, nettbrettet eller kameraet flere år til. Søk på modellnavn.',
      'Ein neuer Akku schenkt Handy, Tablet oder Kamera weitere Jahre. Suchen Sie nach dem Modell.',
      'Et nyt batteri giver telefonen, tabletten eller kameraet flere år endnu. Søg på modelnavn.',
    ),
    words('mobil', 'mobil', 'handy', 'mobil'),
  ),
  sub(
    'phone-tablet',
    'phone-batteries',
    words('Mobilbatterier', 'Mobilbatterier', 'Handyakkus', 'Mobilbatterier'),
    words(
      'Ersättningsbatterier till mobiltelefoner, med eller utan verktyg.',
      'Erstatningsbatterier til mobiltelefoner, med eller uten verktøy.',
      'Ersatzakkus für Mobiltelefone, mit oder ohne Werkzeug.',
      'Erstatningsbatterier til mobiltelefoner, med eller uden værktøj.',
    ),
  ),
  ...each(
    'phone-batteries',
    [
      ['phone-batteries-samsung', 'Samsung'],
      ['phone-batteries-apple', 'iPhone'],
      ['phone-batteries-sony', 'Sony'],
      ['phone-batteries-google', 'Google Pixel'],
      ['phone-batteries-huawei', 'Huawei'],
      ['phone-batteries-other', 'Nokia, Doro & Motorola'],
    ],
    phoneBatteries,
    (maker) =>
      words(
        `Batterier till ${maker}, testade före leverans.`,
        `Batterier til ${maker}, testet før levering.`,
        `Akkus für ${maker}, vor dem Versand geprüft.`,
        `Batterier til ${maker}, testet før levering.`,
      ),
  ),
  sub(
    'phone-tablet',
    'tablet-batteries',
    words('Batterier till surfplatta', 'Batterier til nettbrett', 'Tablet-Akkus', 'Tabletbatterier'),
    words(
      'Till iPad, Galaxy Tab och andra plattor.',
      'Til iPad, Galaxy Tab og andre nettbrett.',
      'Für iPad, Galaxy Tab und andere Tablets.',
      'Til iPad, Galaxy Tab og andre tablets.',
    ),
  ),
  sub(
    'phone-tablet',
    'camera-batteries',
    words('Kamerabatterier', 'Kamerabatterier', 'Kamera-Akkus', 'Kamerabatterier'),
    words(
      'Till systemkameror, kompaktkameror och actionkameror.',
      'Til systemkameraer, kompaktkameraer og actionkameraer.',
      'Für System-, Kompakt- und Actionkameras.',
      'Til systemkameraer, kompaktkameraer og actionkameraer.',
    ),
  ),
  sub(
    'phone-tablet',
    'cordless-phone-batteries',
    words(
      'Batterier till trådlös telefon',
      'Batterier til trådløs telefon',
      'Akkus für Schnurlostelefone',
      'Batterier til trådløs telefon',
    ),
    words(
      'Batteripaket till trådlösa hemtelefoner.',
      'Batteripakker til trådløse hjemmetelefoner.',
      'Akkupacks für schnurlose Festnetztelefone.',
      'Batteripakker til trådløse fastnettelefoner.',
    ),
  ),
  sub(
    'phone-tablet',
    'phone-accessories',
    words('Mobiltillbehör', 'Mobiltilbehør', 'Handyzubehör', 'Mobiltilbehør'),
    words(
      'Hållare, verktyg och skydd.',
      'Holdere, verktøy og beskyttelse.',
      'Halter, Werkzeug und Schutz.',
      'Holdere, værktøj og beskyttelse.',
    ),
  ),
  main(
    'laptop',
    'laptop',
    words('Bärbar dator', 'Bærbar PC', 'Notebook', 'Bærbar computer'),
    words(
      'Batterier och nätadaptrar till bärbara datorer. Artikelnumret står på det gamla batteriet.',
      'Batterier og strømadaptere til bærbare PC-er. Delenummeret står på det gamle batteriet.',
      'Akkus und Netzteile für Notebooks. Die Teilenummer steht auf dem alten Akku.',
      'Batterier og strømforsyninger til bærbare computere. Varenummeret står på det gamle batteri.',
    ),
  ),
  sub(
    'laptop',
    'laptop-batteries',
    words('Datorbatterier', 'PC-batterier', 'Notebook-Akkus', 'Computerbatterier'),
    words(
      'Ersättningsbatterier med rätt celler och skyddskrets.',
      'Erstatningsbatterier med riktige celler og beskyttelseskrets.',
      'Ersatzakkus mit passenden Zellen und Schutzschaltung.',
      'Erstatningsbatterier med de rette celler og beskyttelseskredsløb.',
    ),
  ),
  ...each(
    'laptop-batteries',
    [
      ['laptop-batteries-dell', 'Dell'],
      ['laptop-batteries-hp', 'HP'],
      ['laptop-batteries-lenovo', 'Lenovo'],
      ['laptop-batteries-apple', 'MacBook'],
      ['laptop-batteries-other', 'Acer & Asus'],
    ],
    laptopBatteries,
    (maker) =>
      words(
        `Batterier till ${maker}-datorer, sorterade efter artikelnummer.`,
        `Batterier til ${maker}-maskiner, sortert etter delenummer.`,
        `Akkus für ${maker}-Notebooks, nach Teilenummer sortiert.`,
        `Batterier til ${maker}-computere, sorteret efter varenummer.`,
      ),
  ),
  sub(
    'laptop',
    'laptop-adapters',
    words('Nätadaptrar', 'Strømadaptere', 'Netzteile', 'Strømforsyninger'),
    words(
      'Med USB-C eller rund kontakt, 45 till 230 W.',
      'Med USB-C eller rund plugg, 45 til 230 W.',
      'Mit USB-C oder Hohlstecker, 45 bis 230 W.',
      'Med USB-C eller rundt stik, 45 til 230 W.',
    ),
  ),
  main(
    'cables',
    'cable',
    words('Kablar', 'Kabler', 'Kabel', 'Kabler'),
    words(
      'Välj vad som sitter i båda ändar, sedan längd. Effekt och hastighet står på varje kabel.',
      'Velg hva som sitter i begge ender, så lengde. Effekt og hastighet står på hver kabel.',
      'Erst beide Stecker wählen, dann die Länge. Leistung und Datenrate stehen bei jedem Kabel.',
      'Vælg stikket i begge ender, derefter længden. Effekt og hastighed står ved hvert kabel.',
    ),
  ),
  sub(
    'cables',
    'usb-cables',
    words('USB-kablar', 'USB-kabler', 'USB-Kabel', 'USB-kabler'),
    words(
      'Laddning och data mellan USB-C, USB-A, Lightning och Micro-USB.',
      'Lading og data mellom USB-C, USB-A, Lightning og Micro-USB.',
      'Laden und Daten zwischen USB-C, USB-A, Lightning und Micro-USB.',
      'Opladning og data mellem USB-C, USB-A, Lightning og Micro-USB.',
    ),
  ),
  ...each(
    'usb-cables',
    [
      ['cables-usb-c', 'USB-C'],
      ['cables-usb-a', 'USB-A'],
      ['cables-lightning', 'Lightning'],
    ],
    (end) => words(`${end}-kablar`, `${end}-kabler`, `${end}-Kabel`, `${end}-kabler`),
    (end) =>
      words(
        `Kablar med ${end} i ena eller båda ändar.`,
        `Kabler med ${end} i én eller begge ender.`,
        `Kabel mit ${end} an einem oder beiden Enden.`,
        `Kabler med ${end} i den ene eller begge ender.`,
      ),
  ),
  sub(
    'cables',
    'video-cables',
    words('HDMI & DisplayPort', 'HDMI & DisplayPort', 'HDMI & DisplayPort', 'HDMI & DisplayPort'),
    words(
      'Bild och ljud till skärm och tv upp till 8K.',
      'Bilde og lyd til skjerm og TV opp til 8K.',
      'Bild und Ton für Monitor und Fernseher bis 8K.',
      'Billede og lyd til skærm og tv op til 8K.',
    ),
    words('bild', 'bilde', 'bild', 'billede'),
  ),
  sub(
    'cables',
    'network-cables',
    words('Nätverkskablar', 'Nettverkskabler', 'Netzwerkkabel', 'Netværkskabler'),
    words(
      'Cat 6 och Cat 6a från en halv meter till tjugo.',
      'Cat 6 og Cat 6a fra en halv meter til tjue.',
      'Cat 6 und Cat 6a vom halben Meter bis zwanzig Meter.',
      'Cat 6 og Cat 6a fra en halv meter til tyve.',
    ),
  ),
  sub(
    'cables',
    'power-cables',
    words('Nätsladdar', 'Strømledninger', 'Netzkabel', 'Netledninger'),
    words(
      'Apparatsladdar till dator, skärm och hemelektronik.',
      'Apparatledninger til PC, skjerm og hjemmeelektronikk.',
      'Gerätekabel für PC, Monitor und Unterhaltungselektronik.',
      'Apparatledninger til computer, skærm og hjemmeelektronik.',
    ),
  ),
  sub(
    'cables',
    'cable-by-metre',
    words('Kabel på metervara', 'Kabel i metervare', 'Kabel als Meterware', 'Kabel i metermål'),
    words(
      'Batterikabel, solkabel, högtalarkabel och installationskabel. Pris per meter visas alltid.',
      'Batterikabel, solkabel, høyttalerkabel og installasjonskabel. Pris per meter vises alltid.',
      'Batteriekabel, Solarkabel, Lautsprecherkabel und Litze. Der Preis pro Meter steht immer dabei.',
      'Batterikabel, solkabel, højttalerkabel og installationskabel. Pris pr. meter vises altid.',
    ),
  ),
]
