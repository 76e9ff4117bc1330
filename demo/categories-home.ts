/** Tools, vehicles, lighting, home safety, spare parts, energy storage. */
import { each, main, sub, type CategoryPlan } from './category-table.ts'
import { words } from './words.ts'

export const toolCategories: CategoryPlan[] = [
  main(
    'tool-batteries',
    'drill',
    words(
      'Verktyg & hushåll',
      'Verktøy & husholdning',
      'Werkzeug & Haushaltsgeräte',
      'Værktøj & husholdning',
    ),
    words(
      'Batterier som passar skruvdragaren, gräsklipparen och dammsugaren du redan har.',
      'Batterier som passer drillen, gressklipperen og støvsugeren du allerede har.',
      'Akkus für Schrauber, Rasenmäher und Staubsauger, die Sie schon haben.',
      'Batterier, der passer til den skruemaskine, plæneklipper og støvsuger, du allerede har.',
    ),
    words('verktyg', 'verktoy', 'werkzeug', 'vaerktoj'),
  ),
  sub(
    'tool-batteries',
    'power-tool-batteries',
    words('Verktygsbatterier', 'Verktøybatterier', 'Werkzeugakkus', 'Værktøjsbatterier'),
    words(
      'Kompatibla litiumjonbatterier med samma fäste som originalet.',
      'Kompatible litiumionbatterier med samme feste som originalen.',
      'Kompatible Lithium-Ionen-Akkus mit der Aufnahme des Originals.',
      'Kompatible lithium-ion-batterier med samme fatning som originalen.',
    ),
  ),
  ...each(
    'power-tool-batteries',
    [
      ['tool-12v', '12 V'],
      ['tool-18v', '18 V'],
      ['tool-36v', '36 V'],
    ],
    (volts) =>
      words(
        `Verktygsbatterier ${volts}`,
        `Verktøybatterier ${volts}`,
        `Werkzeugakkus ${volts}`,
        `Værktøjsbatterier ${volts}`,
      ),
    (volts) =>
      words(
        `Batterier för ${volts}-systemen från de stora verktygsmärkena.`,
        `Batterier til ${volts}-systemene fra de store verktøymerkene.`,
        `Akkus für die ${volts}-Systeme der großen Werkzeugmarken.`,
        `Batterier til ${volts}-systemerne fra de store værktøjsmærker.`,
      ),
  ),
  sub(
    'tool-batteries',
    'tool-chargers',
    words(
      'Laddare till verktygsbatterier',
      'Ladere til verktøybatterier',
      'Ladegeräte für Werkzeugakkus',
      'Opladere til værktøjsbatterier',
    ),
    words(
      'Snabbladdare med temperaturvakt.',
      'Hurtigladere med temperaturvakt.',
      'Schnellladegeräte mit Temperaturüberwachung.',
      'Hurtigopladere med temperaturovervågning.',
    ),
  ),
  sub(
    'tool-batteries',
    'vacuum-batteries',
    words('Dammsugarbatterier', 'Støvsugerbatterier', 'Staubsauger-Akkus', 'Støvsugerbatterier'),
    words(
      'Till skaftdammsugare och robotdammsugare.',
      'Til skaftstøvsugere og robotstøvsugere.',
      'Für Akkusauger und Saugroboter.',
      'Til ledningsfri støvsugere og robotstøvsugere.',
    ),
  ),
  sub(
    'tool-batteries',
    'garden-batteries',
    words('Trädgårdsbatterier', 'Hagebatterier', 'Garten-Akkus', 'Havebatterier'),
    words(
      'Till robotgräsklippare, häcksaxar och motorsågar.',
      'Til robotklippere, hekksakser og motorsager.',
      'Für Mähroboter, Heckenscheren und Kettensägen.',
      'Til robotplæneklippere, hækkeklippere og motorsave.',
    ),
  ),
  sub(
    'tool-batteries',
    'toothbrush-batteries',
    words(
      'Tandborst- & rakapparatsbatterier',
      'Tannbørste- & barbermaskinbatterier',
      'Akkus für Zahnbürsten & Rasierer',
      'Tandbørste- & barbermaskinebatterier',
    ),
    words(
      'Inlödningsceller för den som hellre lagar än köper nytt.',
      'Celler for innlodding, for deg som heller reparerer enn å kjøpe nytt.',
      'Einlötzellen für alle, die lieber reparieren als neu kaufen.',
      'Celler til ilodning for dig, der hellere reparerer end køber nyt.',
    ),
  ),
  sub(
    'tool-batteries',
    'ebike-batteries',
    words('Elcykelbatterier', 'Elsykkelbatterier', 'E-Bike-Akkus', 'Elcykelbatterier'),
    words(
      'Ram- och pakethållarbatterier på 36 och 48 V.',
      'Ramme- og bagasjebrettbatterier på 36 og 48 V.',
      'Rahmen- und Gepäckträgerakkus mit 36 und 48 V.',
      'Stel- og bagagebærerbatterier på 36 og 48 V.',
    ),
  ),
]

export const vehicleCategories: CategoryPlan[] = [
  main(
    'car-motorcycle',
    'car',
    words('Bil & MC', 'Bil & MC', 'Auto & Motorrad', 'Bil & MC'),
    words(
      'Startbatterier, laddare, starthjälp och allt runt polerna.',
      'Startbatterier, ladere, starthjelp og alt rundt polene.',
      'Starterbatterien, Ladegeräte, Starthilfe und alles rund um die Pole.',
      'Startbatterier, opladere, starthjælp og alt omkring polerne.',
    ),
    words('fordon', 'kjoretoy', 'fahrzeug', 'koretoj'),
  ),
  sub(
    'car-motorcycle',
    'car-battery-chargers',
    words('Bilbatteriladdare', 'Bilbatteriladere', 'Autobatterie-Ladegeräte', 'Bilbatteriopladere'),
    words(
      'Underhållsladdning och full laddning för 6, 12 och 24 V.',
      'Vedlikeholdslading og full lading for 6, 12 og 24 V.',
      'Erhaltungsladung und Vollladung für 6, 12 und 24 V.',
      'Vedligeholdelsesladning og fuld opladning til 6, 12 og 24 V.',
    ),
  ),
  sub(
    'car-motorcycle',
    'jump-starters',
    words('Starthjälp', 'Starthjelp', 'Starthilfe', 'Starthjælp'),
    words(
      'Startboosters och startkablar.',
      'Startboostere og startkabler.',
      'Starthilfegeräte und Starthilfekabel.',
      'Startboostere og startkabler.',
    ),
  ),
  sub(
    'car-motorcycle',
    'battery-terminals',
    words(
      'Polskor & batteritillbehör',
      'Polsko & batteritilbehør',
      'Polklemmen & Zubehör',
      'Polsko & batteritilbehør',
    ),
    words(
      'Polskor, frånskiljare, polfett och hållare.',
      'Polsko, hovedbrytere, polfett og holdere.',
      'Polklemmen, Trennschalter, Polfett und Halter.',
      'Polsko, hovedafbrydere, polfedt og holdere.',
    ),
  ),
]

export const homeCategories: CategoryPlan[] = [
  main(
    'lighting',
    'lamp',
    words('Belysning', 'Belysning', 'Beleuchtung', 'Belysning'),
    words(
      'Ficklampor, pannlampor, arbetsljus och LED-lampor. Batteritypen står alltid med.',
      'Lommelykter, hodelykter, arbeidslys og LED-pærer. Batteritypen står alltid oppgitt.',
      'Taschenlampen, Stirnlampen, Arbeitslicht und LED-Lampen. Der Batterietyp steht immer dabei.',
      'Lommelygter, pandelamper, arbejdslys og LED-pærer. Batteritypen er altid oplyst.',
    ),
  ),
  sub(
    'lighting',
    'torches',
    words('Ficklampor', 'Lommelykter', 'Taschenlampen', 'Lommelygter'),
    words(
      'Från nyckelringen till sökstrålkastaren.',
      'Fra nøkkelringen til søkelyset.',
      'Vom Schlüsselanhänger bis zum Suchscheinwerfer.',
      'Fra nøgleringen til søgelyset.',
    ),
  ),
  sub(
    'lighting',
    'headlamps',
    words('Pannlampor', 'Hodelykter', 'Stirnlampen', 'Pandelamper'),
    words(
      'Fria händer vid löpning, arbete och fiske.',
      'Frie hender til løping, arbeid og fiske.',
      'Freie Hände beim Laufen, Arbeiten und Angeln.',
      'Frie hænder til løb, arbejde og fiskeri.',
    ),
  ),
  sub(
    'lighting',
    'lanterns-worklights',
    words(
      'Lyktor & arbetslampor',
      'Lykter & arbeidslamper',
      'Laternen & Arbeitsleuchten',
      'Lanterner & arbejdslamper',
    ),
    words(
      'Ljus som står själv, i tältet och på bygget.',
      'Lys som står selv, i teltet og på byggeplassen.',
      'Licht, das von selbst steht, im Zelt und auf der Baustelle.',
      'Lys, der står selv, i teltet og på byggepladsen.',
    ),
  ),
  sub(
    'lighting',
    'led-bulbs',
    words('LED-lampor', 'LED-pærer', 'LED-Lampen', 'LED-pærer'),
    words(
      'E27, E14, GU10, G9 och G4 med varmt eller neutralt ljus.',
      'E27, E14, GU10, G9 og G4 med varmt eller nøytralt lys.',
      'E27, E14, GU10, G9 und G4 mit warmem oder neutralem Licht.',
      'E27, E14, GU10, G9 og G4 med varmt eller neutralt lys.',
    ),
  ),
  sub(
    'lighting',
    'led-strips',
    words('LED-lister', 'LED-lister', 'LED-Streifen', 'LED-strips'),
    words(
      'Självhäftande ljuslister för 12 och 24 V.',
      'Selvklebende lyslister for 12 og 24 V.',
      'Selbstklebende Lichtbänder für 12 und 24 V.',
      'Selvklæbende lysbånd til 12 og 24 V.',
    ),
  ),
  main(
    'home-safety',
    'alarm',
    words('Hemsäkerhet', 'Sikkerhet i hjemmet', 'Sicherheit zu Hause', 'Sikkerhed i hjemmet'),
    words(
      'Brandvarnare, kolmonoxidvarnare och larm, och batterierna som håller dem vakna.',
      'Røykvarslere, CO-varslere og alarmer, og batteriene som holder dem våkne.',
      'Rauchmelder, CO-Melder und Alarme, und die Batterien, die sie wach halten.',
      'Røgalarmer, CO-alarmer og tyverialarmer, og batterierne, der holder dem vågne.',
    ),
  ),
  sub(
    'home-safety',
    'smoke-alarms',
    words('Brandvarnare', 'Røykvarslere', 'Rauchmelder', 'Røgalarmer'),
    words(
      'Optiska brandvarnare och värmevarnare enligt EN 14604 och BS 5446-2.',
      'Optiske røykvarslere og varmevarslere etter EN 14604 og BS 5446-2.',
      'Optische Rauchmelder und Hitzemelder nach EN 14604 und BS 5446-2.',
      'Optiske røgalarmer og varmealarmer efter EN 14604 og BS 5446-2.',
    ),
  ),
  sub(
    'home-safety',
    'co-alarms',
    words('Kolmonoxidvarnare', 'CO-varslere', 'CO-Melder', 'CO-alarmer'),
    words(
      'För rum med kamin, gasol eller panna.',
      'For rom med ovn, gass eller kjel.',
      'Für Räume mit Kamin, Gas oder Heizkessel.',
      'Til rum med brændeovn, gas eller fyr.',
    ),
  ),
  sub(
    'home-safety',
    'alarm-sensors',
    words('Larm & sensorer', 'Alarm & sensorer', 'Alarm & Sensoren', 'Alarm & sensorer'),
    words(
      'Rörelse-, dörr- och vattensensorer samt sirener.',
      'Bevegelses-, dør- og vannsensorer samt sirener.',
      'Bewegungs-, Tür- und Wassersensoren sowie Sirenen.',
      'Bevægelses-, dør- og vandsensorer samt sirener.',
    ),
  ),
  sub(
    'home-safety',
    'alarm-batteries',
    words(
      'Batterier till larm & brandvarnare',
      'Batterier til alarm & røykvarsler',
      'Batterien für Melder & Alarm',
      'Batterier til alarm & røgalarm',
    ),
    words(
      'Rätt batteri till varnare, sensorer och sirener.',
      'Riktig batteri til varslere, sensorer og sirener.',
      'Die richtige Batterie für Melder, Sensoren und Sirenen.',
      'Det rigtige batteri til alarmer, sensorer og sirener.',
    ),
  ),
  main(
    'spare-parts',
    'gear',
    words('Reservdelar', 'Reservedeler', 'Ersatzteile', 'Reservedele'),
    words(
      'Kontakter, fjädrar, hållare och luckor: det lilla som gör att det stora fungerar igen.',
      'Kontakter, fjærer, holdere og deksler: det lille som får det store til å virke igjen.',
      'Kontakte, Federn, Halter und Deckel: das Kleine, damit das Große wieder läuft.',
      'Kontakter, fjedre, holdere og dæksler: det lille, der får det store til at virke igen.',
    ),
  ),
  sub(
    'spare-parts',
    'battery-holders',
    words('Batterihållare', 'Batteriholdere', 'Batteriehalter', 'Batteriholdere'),
    words(
      'Hållare för AA, AAA, 18650, 9V och knappceller.',
      'Holdere for AA, AAA, 18650, 9V og knappceller.',
      'Halter für AA, AAA, 18650, 9V und Knopfzellen.',
      'Holdere til AA, AAA, 18650, 9V og knapceller.',
    ),
  ),
  sub(
    'spare-parts',
    'contacts-springs',
    words('Kontakter & fjädrar', 'Kontakter & fjærer', 'Kontakte & Federn', 'Kontakter & fjedre'),
    words(
      'Förnicklade kontaktbleck, fjädrar och lödflikar.',
      'Forniklede kontaktplater, fjærer og loddeører.',
      'Vernickelte Kontaktbleche, Federn und Lötfahnen.',
      'Forniklede kontaktplader, fjedre og loddeflige.',
    ),
  ),
  sub(
    'spare-parts',
    'covers-caps',
    words(
      'Batteriluckor & polskydd',
      'Batterideksler & polbeskyttere',
      'Batteriedeckel & Polkappen',
      'Batteridæksler & polhætter',
    ),
    words(
      'Luckor till fjärrkontroller och skydd för poler.',
      'Deksler til fjernkontroller og beskyttere for poler.',
      'Deckel für Fernbedienungen und Kappen für Pole.',
      'Dæksler til fjernbetjeninger og hætter til poler.',
    ),
  ),
  sub(
    'spare-parts',
    'care-tools',
    words('Rengöring & verktyg', 'Rengjøring & verktøy', 'Reinigung & Werkzeug', 'Rengøring & værktøj'),
    words(
      'Kontaktspray, tejp, mejslar och förvaring. Pris per liter och meter visas.',
      'Kontaktspray, teip, skrutrekkere og oppbevaring. Pris per liter og meter vises.',
      'Kontaktspray, Klebeband, Schraubendreher und Aufbewahrung. Mit Grundpreis je Liter und Meter.',
      'Kontaktspray, tape, skruetrækkere og opbevaring. Pris pr. liter og meter vises.',
    ),
  ),
  main(
    'energy-storage',
    'solar',
    words('Energi & reservkraft', 'Energi & reservestrøm', 'Energie & Notstrom', 'Energi & nødstrøm'),
    words(
      'Solceller, UPS och batterier som tar över när nätet tystnar.',
      'Solceller, UPS og batterier som tar over når nettet faller ut.',
      'Solar, USV und Batterien, die einspringen, wenn das Netz ausfällt.',
      'Solceller, UPS og batterier, der tager over, når nettet svigter.',
    ),
    words('energi', 'energi', 'energie', 'energi'),
  ),
  sub(
    'energy-storage',
    'sealed-lead-batteries',
    words('Slutna blybatterier', 'Lukkede blybatterier', 'Verschlossene Bleiakkus', 'Lukkede blybatterier'),
    words(
      '6 och 12 V AGM till UPS, larm, rullstol och nödljus.',
      '6 og 12 V AGM til UPS, alarm, rullestol og nødlys.',
      '6 und 12 V AGM für USV, Alarmanlage, Rollstuhl und Notlicht.',
      '6 og 12 V AGM til UPS, alarm, kørestol og nødbelysning.',
    ),
  ),
  sub(
    'energy-storage',
    'ups-units',
    words('UPS', 'UPS', 'USV-Anlagen', 'UPS'),
    words(
      'Avbrottsfri kraft till router, server och kassa.',
      'Avbruddsfri strøm til ruter, server og kasse.',
      'Unterbrechungsfreie Versorgung für Router, Server und Kasse.',
      'Nødstrøm uden afbrydelse til router, server og kasse.',
    ),
  ),
  sub(
    'energy-storage',
    'lifepo4-batteries',
    words('LiFePO4-batterier', 'LiFePO4-batterier', 'LiFePO4-Batterien', 'LiFePO4-batterier'),
    words(
      'Lätta litiumbatterier till solceller, båt och husbil.',
      'Lette litiumbatterier til solceller, båt og bobil.',
      'Leichte Lithiumbatterien für Solar, Boot und Wohnmobil.',
      'Lette lithiumbatterier til solceller, båd og autocamper.',
    ),
  ),
  sub(
    'energy-storage',
    'solar-power',
    words(
      'Solpaneler & regulatorer',
      'Solpaneler & regulatorer',
      'Solarmodule & Laderegler',
      'Solpaneler & regulatorer',
    ),
    words(
      'Paneler, laddregulatorer och växelriktare för 12 och 24 V.',
      'Paneler, laderegulatorer og vekselrettere for 12 og 24 V.',
      'Module, Laderegler und Wechselrichter für 12 und 24 V.',
      'Paneler, laderegulatorer og invertere til 12 og 24 V.',
    ),
  ),
  main(
    'gift-sets',
    'gift',
    words('Set & presentkort', 'Sett & gavekort', 'Sets & Gutscheine', 'Sæt & gavekort'),
    words(
      'Färdiga paket till lägre pris, och presentkort när du inte vet vilket batteri det är.',
      'Ferdige pakker til lavere pris, og gavekort når du ikke vet hvilket batteri det er.',
      'Fertige Pakete zum kleineren Preis und Gutscheine, wenn Sie die Batterie nicht kennen.',
      'Færdige pakker til lavere pris, og gavekort når du ikke ved, hvilket batteri det er.',
    ),
  ),
  sub(
    'gift-sets',
    'sets',
    words('Set', 'Sett', 'Sets', 'Sæt'),
    words(
      'Delar som hör ihop, i en kartong.',
      'Deler som hører sammen, i én eske.',
      'Was zusammengehört, in einem Karton.',
      'Dele, der hører sammen, i én karton.',
    ),
  ),
  sub(
    'gift-sets',
    'gift-cards',
    words('Presentkort', 'Gavekort', 'Geschenkgutscheine', 'Gavekort'),
    words(
      'Skickas med e-post och gäller hela sortimentet.',
      'Sendes på e-post og gjelder hele sortimentet.',
      'Kommt per E-Mail und gilt für das ganze Sortiment.',
      'Sendes med e-mail og gælder hele sortimentet.',
    ),
  ),
]
