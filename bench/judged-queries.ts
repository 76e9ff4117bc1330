/**
 * Queries in four languages with the products that answer them: the judged set behind the figures of
 * search-quality.ts. Judgements are rules over article number, name and category of a product, so that they
 * stay valid while the assortment grows. `best` products are what was meant, `good` ones are acceptable.
 */
import type { StoreCode } from '../domain/stores/stores.ts'
import { judgedFeedQueries } from './judged-feed-queries.ts'
import type { JudgedQuery, Rule } from './judged-query.ts'

const q = (store: StoreCode, query: string, best: Rule, good?: Rule): JudgedQuery => ({
  catalogue: 'demo',
  store,
  query,
  best,
  ...(good ? { good } : {}),
})
const number = (store: StoreCode, query: string, sku: RegExp): JudgedQuery => ({
  catalogue: 'demo',
  store,
  query,
  isIdentifier: true,
  best: { sku },
})
const feed = (query: string, best: Rule, good?: Rule): JudgedQuery => ({
  catalogue: 'feed',
  store: 'sv',
  query,
  best,
  ...(good ? { good } : {}),
})
const feedNumber = (query: string, sku: RegExp): JudgedQuery => ({
  catalogue: 'feed',
  store: 'sv',
  query,
  isIdentifier: true,
  best: { sku },
})

const aa: Rule = { path: /\b(batteries-aa|rechargeable-aa|lithium-aa)\b/, name: /(^|\b)AA\b/, not: /AAA/ }
const chargers: Rule = { path: /battery-chargers/ }
const smoke9v: Rule = { sku: /^VO-LI-9V$|^LA-BAT-9V/ }

/** Sizes and their other names, words and their endings, compounds, measures. */
const words: JudgedQuery[] = [
  q('sv', 'aa batterier', aa),
  q('sv', 'mignon', aa),
  q('sv', 'LR6', aa),
  q('de', 'Mignon Batterien', aa),
  q('de', 'Micro Batterie', { path: /\b(batteries-aaa|rechargeable-aaa|lithium-aa)\b/, name: /AAA/ }),
  q('de', 'Baby Batterien', { path: /\bbatteries-c\b/ }, { path: /rechargeable-c-d/, name: /\bC\b/ }),
  q('de', 'Mono LR20', { path: /\bbatteries-d\b/ }, { path: /rechargeable-c-d/, name: /\bD\b/ }),
  q('de', 'E-Block', { path: /\bbatteries-9v\b/ }, { name: /9V/ }),
  q('no', 'lr03', { path: /\b(batteries-aaa|rechargeable-aaa|lithium-aa)\b/, name: /AAA/ }),
  q('da', 'penlight batterier', aa),
  q('sv', 'dl2032', { path: /coins-cr2032/ }, { name: /2032/ }),
  q('no', 'ecr2025', { path: /coins-cr2025/ }, { name: /2025/ }),
  q('sv', 'cr 2032', { path: /coins-cr2032/ }, { name: /2032/ }),
  q('da', 'ag13', { sku: /LR44/ }, { sku: /SR44/ }),
  q('sv', 'knappceller', { path: /button-cells/ }),
  q('no', 'knappcellebatteri', { path: /button-cells/ }),
  q('da', 'knapceller cr2450', { path: /coins-cr2450/ }, { name: /2450/ }),
  q('de', 'Knopfzellen', { path: /button-cells/ }),
  q('sv', 'laddbara batterier aa', { path: /rechargeable-aa\b/ }),
  q('no', 'oppladbare aa batterier', { path: /rechargeable-aa\b/ }),
  q('da', 'genopladelige batterier aaa', { path: /rechargeable-aaa\b/ }),
  q('de', 'Akku AA', { path: /rechargeable-aa\b/ }),
  q('sv', 'hörapparatsbatteri gul', { path: /hearing-aid-10/ }),
  q('sv', 'batteri till hörapparat brun', { path: /hearing-aid-312/ }),
  q('no', 'høreapparat batteri oransje', { path: /hearing-aid-13\b/ }),
  q('da', 'høreapparatbatteri 675', { path: /hearing-aid-675/ }),
  q('de', 'Hörgerätebatterien braun', { path: /hearing-aid-312/ }),
  q('de', 'hoergeraete batterie 13', { path: /hearing-aid-13\b/ }),
  q('sv', 'batteriladdare', chargers, { path: /charger/ }),
  q('sv', 'laddare batteri', chargers, { path: /charger/ }),
  q('de', 'Akkuladegerät', chargers, { name: /ladegerät/i }),
  q('de', 'Ladegerät Akku', chargers, { name: /ladegerät/i }),
  q('no', 'batterilader', chargers, { path: /charger/ }),
  q('da', 'batterioplader', chargers, { path: /charger/ }),
  q('sv', 'usb-c laddare 65w', { sku: /^AM-PD65/ }, { path: /usb-chargers|laptop-adapters/, name: /65 W/ }),
  q('sv', 'usb c kabel 2 m 100 w', { sku: /^TF-CC100/ }, { sku: /^TF-CC240/ }),
  q('de', 'USB-C Kabel 2m 100W', { sku: /^TF-CC100/ }, { sku: /^TF-CC240/ }),
  q('no', 'usbc kabel', { path: /cables-usb-c/ }),
  q('da', 'lightning kabel', { path: /cables-lightning/ }),
  q('sv', 'ladd kabel iphone', { path: /cables-lightning/ }, { path: /cables/ }),
  q('sv', 'bilbatteri 12v 60ah', { path: /car-batteries/, name: /12 V 60 Ah/ }),
  q('de', 'Autobatterie 60 Ah', { path: /car-batteries/, name: /60 Ah/ }),
  q('no', 'startbatteri 60 ah', { path: /car-batteries/, name: /60 Ah/ }),
  q('sv', '12v 7ah', { sku: /^SG-VR12-7/ }, { sku: /^SG-/, name: /12(,8)? V 7/ }),
  q('da', 'mc batteri ytx9-bs', { sku: /YTX9-BS/ }),
  q('de', 'Motorradbatterie', { path: /motorcycle/ }),
  q('sv', 'brandvarnare', { path: /smoke-alarms/ }, smoke9v),
  q('de', 'Rauchmelder', { path: /smoke-alarms/ }, smoke9v),
  q('da', 'røgalarm', { path: /smoke-alarms/ }, smoke9v),
  q('no', 'røykvarslere', { path: /smoke-alarms/ }, smoke9v),
  q('sv', 'ficklampor', { path: /torches/ }),
  q('no', 'lommelykt', { path: /torches/ }),
  q('de', 'Taschenlampen', { path: /torches/ }),
  q('sv', 'pannlampa', { path: /headlamps/ }),
  q('sv', 'powerbank 20000', { sku: /^AM-PB20/ }, { path: /power-banks/ }),
  q('de', 'powerbank 10000 mah', { sku: /^AM-PB10/ }, { path: /power-banks/ }),
  q('sv', '1,5 volt knappcell', { path: /alkaline-coins|silver-oxide/ }),
  q('de', 'LiFePO4 100Ah', { path: /lifepo4/, name: /100 Ah/ }, { path: /lifepo4/ }),
  q('sv', 'startkablar', { path: /jump-starters/, name: /kabl/i }, { path: /jump-starters/ }),
  q('da', 'gavekort', { path: /gift-cards/ }),
  q('sv', '9-voltsbatteri', { path: /batteries-9v|lithium-aa|rechargeable-c-d/, name: /^(Laddbart )?9V/ }),
  q('sv', 'batterihållare 4xAA', { sku: /^DE-H-AA$/ }, { sku: /^DE-H-/ }),
  q('sv', 'båtbatteri', { sku: /^SV-LEI/ }),
  q('sv', 'co larm', { path: /co-alarms/ }),
  q('sv', 'gräsklipparbatteri husqvarna', { sku: /^MX-HQ/ }, { path: /garden-batteries/ }),
  q('no', 'billadder', { sku: /^AM-CAR/ }, { sku: /^AM-QICAR/ }),
  q('da', 'mobil oplader usb-c', { sku: /^AM-PD/ }, { name: /oplader.*USB-C|USB-C.*oplader/i }),
  q('de', 'smoke alarm', { path: /smoke-alarms/ }, smoke9v),
]

/** Devices lead to their battery. */
const devices: JudgedQuery[] = [
  q('sv', 'samsung galaxy s24 batteri', { sku: /^CB-S24\b/ }),
  q('de', 'Akku Samsung Galaxy A54', { sku: /^CB-A54/ }),
  q('no', 'iphone 13 batteri', { sku: /^CB-IP13\b/ }),
  q('da', 'batteri til iphone 8', { sku: /^CB-IP8\b/ }),
  q('sv', 'iphone13', { sku: /^CB-IP13\b/ }, { path: /phone|charg|cable/ }),
  q('sv', 'kidde 29hd', smoke9v),
  q('de', 'nest protect batterie', { sku: /^VO-LI-9V|LI-AA/ }),
  q('sv', 'dyson v11', { sku: /^MX-DY-V11/ }),
  q('no', 'thinkpad t480 batteri', { sku: /^CB-LN-(L17|T480I)/ }),
  q('de', 'MacBook Air A1466', { sku: /^CB-AP-A1496/ }),
  q('sv', 'canon eos rp', { sku: /^CB-LPE17/ }),
  q('da', 'sony a7 iii batteri', { sku: /^CB-NPFZ100/ }),
  q('sv', 'gigaset sl450', { sku: /^EL-GIG-SL/ }),
  q('sv', 'husqvarna automower 430x', { sku: /^MX-HQ-430/ }),
  q('de', 'Oticon Opn S', { path: /hearing-aid-312/ }),
]

/** Numbers on products and old batteries, whole, in part, spaced otherwise and mistyped. */
const numbers: JudgedQuery[] = [
  number('sv', 'CB-DL-WDX0R', /^CB-DL-WDX0R$/),
  number('sv', 'cb dl wdx0r', /^CB-DL-WDX0R$/),
  number('de', 'WDX0R', /^CB-DL-WDX0R$/),
  number('sv', 'L17C4P71', /^CB-LN-X1C6$/),
  number('no', 'l17c4p7', /^CB-LN-X1C6$/),
  number('sv', 'L17C4P72', /^CB-LN-X1C6$/),
  number('da', 'HT03X', /^CB-HP-HT03$/),
  number('de', 'HT03LX', /^CB-HP-HT03$/),
  number('sv', 'A1582', /^CB-AP-A1582$/),
  number('sv', 'lp-e17', /^CB-LPE17$/),
  number('de', 'lpe17', /^CB-LPE17$/),
  number('no', 'npfz100', /^CB-NPFZ100$/),
  number('sv', 'ytx4lbs', /YTX4L-BS/),
  number('de', 'SV-AGM60', /^SV-AGM60$/),
  number('da', '01av490', /^CB-LN-T480I$/),
  number('sv', '933321 855', /^CB-HP-SS03$/),
]

/** Typing errors. */
const mistyped: JudgedQuery[] = [
  q('sv', 'baterier aa', aa),
  q('sv', 'knapcell', { path: /button-cells/ }),
  q('sv', 'hörapperatsbatteri', { path: /hearing-aid/ }),
  q('de', 'Rauchmeldr', { path: /smoke-alarms/ }, smoke9v),
  q('de', 'Taschenlanpe', { path: /torches/ }),
  q('no', 'lomelykt', { path: /torches/ }),
  q('da', 'genopladlige batterier', { path: /rechargeable/ }),
  q('sv', 'samsng galaxy s24 batteri', { sku: /^CB-S24\b/ }),
  q('sv', 'thinkpd t480', { sku: /^CB-LN-(L17|T480I)/ }),
  q('de', 'Ladegreät', { name: /ladegerät/i }, { path: /charger/ }),
]

const toner = /toner|ink/i

/** A large real catalogue with English texts. */
const real: JudgedQuery[] = [
  feed('notebook', { path: /> laptops|computers > laptop/i }, { name: /notebook|laptop/i }),
  feed('laptop bag', {
    path: /laptop bags|computer covers|cases/i,
    name: /bag|case|notebook|backpack|sleeve|"/i,
    not: toner,
  }),
  feed('ups battery', { path: /ups batteries/i }, { name: /battery/i, path: /ups/i }),
  feed('apc battery', { name: /apc/i, path: /ups batteries/i }, { name: /apc.*battery/i }),
  feed('hdmi cable', { name: /hdmi.*cable|cable.*hdmi/i }, { name: /hdmi/i }),
  feed('hdmi cables', { name: /hdmi.*cable|cable.*hdmi/i }, { name: /hdmi/i }),
  feed('hdmi cable 2m', { name: /hdmi/i, path: /cable/i }),
  feed('usb c cable', { name: /usb[- ]?c\b.*|type[- ]?c/i, path: /cable/i }, { name: /usb.*cable/i }),
  feed('usb cable 3 m', { name: /usb.*cable.* 3 ?m\b|usb.*\b3m\b/i }, { name: /usb.*cable/i }),
  feed('cat6 patch cable', { name: /cat ?6\b.*/i, path: /network|ethernet/i }, { name: /cat ?\d/i }),
  feed(
    'red ethernet cable',
    { name: /red/i, path: /network|ethernet/i },
    { path: /network cables|ethernet/i },
  ),
  feed('hp toner', { name: /^hp\b.*(toner|laserjet)|hp.*toner/i }, { name: /toner/i }),
  feed('black toner cartridge', { name: /toner.*(black)?/i }, { path: /toner/i }),
  feed(
    'ink cartridge cyan',
    { name: /(ink|cartridge).*cyan|cyan.*(ink|cartridge)/i },
    { name: /cyan/i, path: /toner & inkjet/i },
  ),
  feed('epson ink', { name: /epson.*/i, path: /inkjet/i }),
  feed('memory 8gb ddr3', { name: /8 ?gb.*ddr3|ddr3.*8 ?gb/i }, { name: /ddr3/i }),
  feed('sodimm', { name: /so-?dimm/i }, { name: /memory module/i }),
  feed(
    'hard drive',
    { path: /hard drives|storage devices/i, name: /hard drive|hard disk|hdd/i },
    { path: /storage/i },
  ),
  feed('photo paper', { name: /photo paper/i }, { name: /paper/i }),
  feed('headset', { name: /headset/i }, { name: /headphone/i }),
  feed('headphones', { name: /headphone/i }, { name: /headset/i }),
  feed('keyboard', { name: /keyboard/i, path: /keyboards/i }, { name: /keyboard/i }),
  feed('wireless mouse', { name: /mouse|mice/i, path: /mice|input/i }, { name: /mouse/i }),
  feed('graphics card', { name: /geforce|radeon|graphics card|quadro/i }),
  feed('motherboard', { path: /motherboards/i }, { name: /motherboard/i }),
  feed('projector lamp', { name: /lamp/i }),
  feed('network switch', { name: /switch/i, path: /hubs & switches|network/i }, { name: /switch/i }),
  feed('power strip', { path: /power strips/i }),
  feed('surge protector', { name: /surge/i }, { path: /power strips/i }),
  feed(
    'displayport adapter',
    { name: /displayport.*adapter|adapter.*displayport/i },
    { name: /displayport/i },
  ),
  feed('camera battery', { path: /camera batteries/i }, { name: /li-ion|battery/i, path: /camera/i }),
  feed('label printer', { name: /label (printer|maker)|labelmanager|labelwriter/i }, { name: /label/i }),
  feed('serial cable', { name: /serial.*cable|cable.*serial|db9|rs-?232/i }, { name: /serial/i }),
  feed('fiber optic cable', { name: /fib(er|re)/i }),
  feed('laptop acer', { name: /acer/i, path: /laptop|notebook/i }, { name: /acer/i }),
  feed('gaming headset', { name: /headset/i, path: /headphones/i }, { path: /headphones/i }),
  feed(
    'bluetooth headphones',
    { name: /headphone/i, path: /headphones/i },
    { name: /headset/i, path: /headphones/i },
  ),
  feed(
    'wifi router',
    { name: /wireless.*router|router.*wireless|802\.11.*router|router.*802\.11/i },
    { path: /routers/i, name: /router/i },
  ),
  feed(
    'digital camera',
    { path: /> Cameras( cameras|$)/i, name: /(?:compact|bridge) camera/i },
    { path: /> Cameras( cameras|$)/i },
  ),
  feed('hdmi kabel svart', { name: /hdmi.*black/i, path: /cable/i }, { name: /hdmi/i, path: /cable/i }),
  feed('notbook', { path: /> laptops|computers > laptop/i }, { name: /notebook|laptop/i }),
  feed('keybord', { name: /keyboard/i, path: /keyboards/i }, { name: /keyboard/i }),
  feedNumber('RBC7', /^3221$/),
  feedNumber('NB-1LH', /^63460$/),
  feedNumber('0882780756342', /^1400$/),
  feedNumber('C4874A', /^1400$/),
  feedNumber('BP511A', /^88673$/),
  feedNumber('C13T544300', /^20783$/),
]

export const judgedQueries: readonly JudgedQuery[] = [
  ...words,
  ...devices,
  ...numbers,
  ...mistyped,
  ...real,
  ...judgedFeedQueries,
]
