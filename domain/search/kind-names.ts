/**
 * Names of product kinds in the stores' languages and in English, because many products have the names their
 * makers gave them. The same in every store; names used in a single store are in its table of synonyms.
 */

/** Each line contains names with the same meaning; those after `<` lead to the others but not back. */
export const equalKinds: readonly string[] = [
  'laptop, notebook, bärbar dator, bærbar datamaskin, bærbar pc, bærbar computer < laptopdator, bærbar, bärbar, notebooks, subnotebook',
  'desktop computer, stationär dator, stasjonær pc, stationær computer, desktop pc < desktop-pc, stationär',
  'computer, dator, datamaskin < pc, rechner',
  'monitor, bildskärm, datorskärm, dataskjerm, computerskærm, bildschirm < skärm, skjerm, skærm, display',
  'headphone, hörlur, hodetelefon, hovedtelefon, høretelefon, kopfhörer < lurar, earphone, earbud, in-ear, ørepropper, öronsnäckor',
  'headset, headsett',
  'printer, skrivare, drucker < skriver',
  'scanner, bildläsare, skanner',
  'keyboard, tangentbord, tastatur',
  'mouse, mice, datormus, datamus, maus < mus, computermus, musen',
  'mouse pad, musmatta, musematte, musemåtte, mauspad',
  'memory, minne, minnesmodul, hukommelse, arbetsminne, arbeitsspeicher, ram < ram-minne, speicher',
  'memory card, minneskort, minnekort, hukommelseskort, speicherkarte',
  'hard drive, hard disk, hårddisk, harddisk, festplatte, hdd',
  'flash drive, usb-minne, usb-stick, minnepenn, minnepinne, usb-nøgle < usb memory, pendrive',
  'processor, cpu, prosessor, prozessor',
  'graphics card, grafikkort, skjermkort, grafikkarte, video card',
  'motherboard, moderkort, hovedkort, bundkort, mainboard, hauptplatine',
  'power supply, nätaggregat, strømforsyning, netzteil, psu',
  'adapter, adaptor',
  'cable, kabel',
  'network cable, ethernet cable, nätverkskabel, nettverkskabel, netværkskabel, netzwerkkabel, patch cable, patchkabel, lan-kabel',
  'power cable, strömkabel, strømkabel, stromkabel, power cord, nätkabel, netzkabel',
  'extension cable, förlängningskabel, skjøtekabel, forlængerkabel, verlängerungskabel',
  'charger, laddare, lader, oplader, ladegerät',
  'battery, batteri, batterie',
  'bag, väska, veske, taske, tasche',
  'case, fodral, etui, hülle, deksel, cover < skal, skydd, schutzhülle',
  'laptop bag, laptop case, notebook case, notebook bag, datorväska, laptopväska, laptopfodral, computertaske, pc-veske, notebooktasche, laptoptasche < sleeve',
  'phone case, mobilskal, mobilfodral, mobilcover, mobildeksel, handyhülle',
  'screen protector, skärmskydd, skjermbeskytter, skærmbeskyttelse, displayschutz',
  'mobile phone, smartphone, mobiltelefon, handy < mobil, cell phone',
  'tablet, surfplatta, nettbrett',
  'camera, kamera',
  'lens, objektiv',
  'tripod, stativ',
  'speaker, loudspeaker, högtalare, høyttaler, højttaler, lautsprecher',
  'microphone, mikrofon',
  'projector, projektor, beamer',
  'television, tv < teve, fernseher, fjernsyn, tv-apparat',
  'router, ruter',
  'switch, nätverksswitch, nettverksswitch',
  'ups, avbrottsfri kraft, uninterruptible power supply, avbrottsfri strömförsörjning, usv',
  'toner, lasertoner, tonerkassett, tonerpatron, tonerkartusche',
  'ink cartridge, bläckpatron, blekkpatron, blækpatron, tintenpatrone < bläck, blekk, blæk, tinte',
  'photo paper, fotopapper, fotopapir, fotopapier',
  'label, etikett, etiket',
  'shaver, rakapparat, barbermaskin, barbermaskine, rasierer',
  'toothbrush, tandborste, tannbørste, tandbørste, zahnbürste',
  'wall mount, väggfäste, veggfeste, vægbeslag, wandhalterung',
  'docking station, dockningsstation, dokkingstasjon, dockingstation',
  'wireless, trådlös, trådløs, drahtlos, kabellos < wifi, wi-fi, wlan',
  'wifi, wlan, wi-fi',
  'rechargeable, laddbar, uppladdningsbar, oppladbar, genopladelig, wiederaufladbar < laddningsbar, gjenoppladbar, opladelig, aufladbar',
  'torch, flashlight, ficklampa, lommelykt, lommelygte, taschenlampe',
  'headlamp, pannlampa, hodelykt, pandelampe, stirnlampe < head torch',
  'smoke alarm, brandvarnare, røykvarsler, røgalarm, rauchmelder < smoke detector, fire alarm',
  'carbon monoxide alarm, kolmonoxidvarnare, co-varsler, co-alarm, co-melder < co-larm, co-varnare, kolosvarnare, kolmonoxidlarm, kullosvarsler, kulilte, kohlenmonoxidmelder',
  'car battery, bilbatteri, autobatterie',
  'hearing aid battery, hörapparatsbatteri, høreapparatbatteri, hörgerätebatterie',
  'button cell, knappcell, knappcelle, knapcelle, knopfzelle < coin cell, button battery',
  'gift card, presentkort, gavekort, geschenkkarte, geschenkgutschein < gift voucher, gutschein',
  'black, svart, sort, schwarz',
  'white, vit, hvit, hvid, weiß',
  'red, röd, rød, rot',
  'blue, blå, blau',
  'green, grön, grønn, grøn, grün',
  'yellow, gul, gelb',
  'grey, gray, grå, grau',
  'brown, brun, braun',
  'purple, lila',
]

/** Words for a battery of any kind, in the stores' languages and English; and for one that can be charged only. */
export const batteryNames: readonly string[] = ['batteri', 'batterie', 'battery']
export const rechargeableNames: readonly string[] = ['akku']

/**
 * Kinds of product that are made for other products; a query that names one of them and something else asks for the
 * accessory. Each list contains the names of one kind. Batteries are the first: the other kinds are made for them.
 */
export const accessoryKinds: readonly (readonly string[])[] = [
  [...batteryNames, ...rechargeableNames],
  ['laddare', 'lader', 'oplader', 'ladegerät', 'charger'],
  ['kabel', 'cable'],
  ['adapter', 'adaptor'],
  ['fodral', 'etui', 'hülle', 'case', 'deksel', 'cover'],
  ['väska', 'veske', 'taske', 'tasche', 'bag'],
  ['hållare', 'holder', 'halter'],
  ['skärmskydd', 'skjermbeskytter', 'skærmbeskyttelse', 'displayschutz'],
  ['testare', 'tester'],
]
