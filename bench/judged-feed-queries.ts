/**
 * Judged queries over a large real catalogue with English titles: words for a kind of thing, in English and as
 * shoppers of the stores say them, with makers, sizes and models. Judged before the ranking was changed, by
 * rules over category and title. The held-out ones are never looked at while ranking is tuned.
 */
import type { JudgedQuery, Rule } from './judged-query.ts'

/** `tuned`: may be looked at while ranking is changed; `heldOut`: only their mean is. */
function judged(query: string, best: Rule, good?: Rule): JudgedQuery {
  return { catalogue: 'feed', store: 'sv', query, best, ...(good && { good }) }
}

/** The category with that name itself, not one whose name only begins so. */
const inCategory = (name: string, not?: RegExp): Rule => ({
  path: new RegExp(`> ${name}( electronics| office| home| luggage| cameras| health|$)`, 'i'),
  ...(not && { not }),
})

const laptops = inCategory('Laptops')
const monitors = inCategory('Computer Monitors')
const printers = inCategory('Printers, Copiers & Fax Machines', /fax accessory|accessory|tray|stand\b|kit\b/i)
const headphones = inCategory(
  'Headphones & Headsets',
  /^(?!.*(headphone|headset)).*(microphone|case|cushion|cable)/i,
)
const keyboards: Rule = { path: /> Keyboards/i, name: /keyboard|desktop/i, not: /keypad|cover|drawer/i }
const mice: Rule = { path: /> Mice & Trackballs/i, name: /mouse|mice/i }
const toner: Rule = { path: /> Toner & Inkjet/i, name: /toner/i }
const usbCable: Rule = { path: /cables/i, name: /\busb\b/i, not: /hub|adapter|kvm|ps\/2/i }
const ram: Rule = { path: /> RAM/i, name: /memory/i }
const processors = inCategory('Computer Processors')
const bags: Rule = { path: /> Laptop Bags/i, not: /printer|projector|lens|camera/i }
const batteries: Rule = { path: /> Laptop Batteries/i }
const networkCable: Rule = { path: /> (Ethernet|Network) Cables/i }

const tuned: JudgedQuery[] = [
  judged('laptop', laptops),
  judged('laptops', laptops),
  judged('bärbar dator', laptops),
  judged('monitor', monitors),
  judged('bildskärm', monitors),
  judged('hörlurar', headphones),
  judged('skrivare', printers),
  judged('printer', printers),
  judged('usb-kabel', usbCable, { path: /cables/i, name: /\busb\b/i }),
  judged('usb cable', usbCable, { path: /cables/i, name: /\busb\b/i }),
  judged('toner', toner, { path: /> Toner & Inkjet/i }),
  judged('memory', ram, { path: /memory|> RAM/i }),
  judged('projector', inCategory('Projectors', /screen|filter|accessory|lamp|mount/i)),
  judged('scanner', inCategory('Scanners'), { name: /scanner$/i }),
  judged('laptop battery', batteries, { name: /notebook.*battery/i }),
  judged('notebook case', bags, { path: /> Laptop Bags/i }),
  judged('hp laptop', { ...laptops, name: /^HP\b/i }, laptops),
  judged('lenovo notebook', { ...laptops, name: /^Lenovo/i }, laptops),
  judged('samsung monitor', { ...monitors, name: /samsung/i }, monitors),
  judged('philips headphones', { ...headphones, name: /philips/i }, headphones),
  judged('brother toner', { ...toner, name: /^Brother/i }, { path: /> Toner/i, name: /^Brother/i }),
  judged(
    'hp laserjet',
    { path: /> Printers, Copiers/i, name: /laserjet/i, not: /accessory|tray/i },
    { name: /laserjet/i },
  ),
  judged('logitech mouse', { ...mice, name: /logitech/i }, mice),
  judged('usb flash drive 16gb', { path: /> USB Flash/i, name: /\b16 ?GB/i }, { path: /> USB Flash/i }),
  judged('24 inch monitor', { ...monitors, name: /24"|23\.8"/ }, monitors),
  judged('intel xeon', { path: /> Computer Processors/i, name: /xeon/i }, { name: /xeon/i }),
  judged(
    'patch cable 10m',
    { ...networkCable, name: /patch.*\b10 ?m\b/i },
    { ...networkCable, name: /patch/i },
  ),
  judged('elitebook', { ...laptops, name: /elitebook/i }, { name: /elitebook/i }),
  judged('tn-135', { name: /TN135/i, path: /> Toner/i }),
]

const heldOut: JudgedQuery[] = [
  judged('notebooks', laptops),
  judged('computer monitor', monitors),
  judged('headset', headphones),
  judged('tangentbord', keyboards, { path: /> Keyboards/i }),
  judged('mus', mice, { path: /> Mice/i }),
  judged('ram', ram, { path: /memory|> RAM/i }),
  judged('processor', processors),
  judged('router', inCategory('Bridges & Routers'), { name: /router/i }),
  judged('tv', inCategory('Televisions'), { name: /\btv\b/i, path: /televis/i }),
  judged('keyboard usb', { ...keyboards, name: /keyboard.*usb/i }, keyboards),
  judged('nätverkskabel', networkCable),
  judged('dator', { path: /> (Laptops|Desktop Computers)/i }, { path: /> Computers /i }),
  judged('mobile phone', inCategory('Mobile & Smart Phones')),
  judged('power supply', { path: /> Computer Power Supplies/i }, { path: /> Power Adapters/i }),
  judged('server', inCategory('Computer Servers')),
  judged('lens', inCategory('Camera Lenses', /case|cap\b|hood|filter/i)),
  judged('speakers', inCategory('Speakers')),
  judged('laptop väska', bags, { path: /> Laptop Bags/i }),
  judged('dell monitor', { ...monitors, name: /dell/i }, monitors),
  judged(
    'canon lens',
    { path: /> Camera Lenses/i, name: /^Canon/i, not: /case|cap\b|hood/i },
    { path: /> Camera Lenses/i },
  ),
  judged(
    'epson projector',
    { path: /> Projectors/i, name: /^Epson/i, not: /screen|filter|lamp/i },
    inCategory('Projectors'),
  ),
  judged(
    'vga cable',
    { path: /> Audio & Video Cables/i, name: /vga/i },
    { path: /cables/i, name: /vga|monitor/i },
  ),
  judged('samsung galaxy', { path: /> Mobile & Smart Phones/i, name: /galaxy/i }, { name: /galaxy/i }),
  judged('memory card 128gb', { path: /> Flash Memory/i, name: /128 ?GB/i }, { path: /> Flash Memory/i }),
  judged('ddr2 1gb', { ...ram, name: /1 ?GB.*DDR2|DDR2.*1 ?GB/i }, { ...ram, name: /ddr2/i }),
  judged('photo paper a4', { name: /photo paper.*A4|A4.*photo paper/i }, { name: /photo paper/i }),
  judged(
    'electric shaver',
    { path: /> Personal Care/i, name: /shaver/i, not: /head|blade|foil/i },
    { name: /shav/i },
  ),
  judged('dvd-r', { path: /> Blank Media/i, name: /dvd-r\b/i }, { path: /> Blank Media/i, name: /dvd/i }),
]

export const judgedFeedQueries: readonly JudgedQuery[] = [
  ...tuned,
  ...heldOut.map((each) => ({ ...each, heldOut: true })),
]
