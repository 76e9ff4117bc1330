/**
 * Parses the battery entries of device lists. Lists come from many authors: the same cell has many names,
 * some entries say that the battery cannot be replaced, some contain typing errors. Each rule is named; a
 * value that no rule matches is rejected, never guessed. Pure.
 */

/** The meaning of a value. `repaired` names the rule that corrected a typing error. */
export type BatterySize =
  | { kind: 'cell'; size: string; repaired?: RepairRule }
  | { kind: 'pack'; part: string }
  | { kind: 'fixed' }
  | { kind: 'refused'; nearest: string | null }

/**
 * `swapped_neighbours`: the value names no existing cell, and swapping two adjacent characters gives exactly
 * one that exists (CR2023 → CR2032). No other error is corrected: CR2025 for CR2032 would be a guess.
 */
export type RepairRule = 'swapped_neighbours'

/** Existing cells, by the value code of `battery_size` → other names of the same cell. */
const cells: Record<string, string> = {
  aaaa: 'lr61 lr8d425',
  aaa: 'lr03 fr03 hr03 micro',
  aa: 'lr6 fr6 hr6 mignon',
  c: 'lr14 hr14 baby',
  d: 'lr20 hr20 mono',
  '9v': 'pp3 6lr61 6f22 e-block 9volt',
  n: 'lr1 lady',
  a23: '23a mn21 v23ga 8lr932',
  a27: '27a mn27 8lr732',
  '4lr44': 'px28 476a',
  '3r12': '3lr12',
  '4r25': '4lr25',
  cr123a: 'cr123 123a 123 cr17345 dl123a',
  cr2: 'cr15h270 dlcr2',
  '2cr5': 'dl245',
  crp2: 'cr-p2 dl223',
  crv3: 'cr-v3',
  cr14250: 'cr1/2aa',
  cr17450: 'cr17450e',
  er14250: 'ls14250',
  er14505: 'ls14500',
  er34615: 'ls33600',
  '18650': '',
  '21700': '',
  '14500': '',
  '16340': 'rcr123 rcr123a',
  cr1025: '',
  cr1216: '',
  cr1220: '',
  cr1225: '',
  cr1616: '',
  cr1620: '',
  cr1632: '',
  cr2012: '',
  cr2016: '',
  cr2020: '',
  cr2025: '',
  cr2032: '',
  cr2320: '',
  cr2325: '',
  cr2330: '',
  cr2335: '',
  cr2350: '',
  cr2354: '',
  cr2412: '',
  cr2430: '',
  cr2450: '',
  cr2477: '',
  cr3032: '',
  lir2032: '',
  lir2450: '',
  ml2032: '',
  vl2020: '',
  lr41: 'ag3',
  lr43: 'ag12',
  lr44: 'ag13 a76',
  lr45: 'ag9',
  lr48: 'ag5',
  lr54: 'ag10 lr1130',
  lr55: 'ag8 lr1120',
  sr41: '',
  sr43: '',
  sr44: '357',
  sr48: '',
  sr54: '',
  sr59: '',
  sr63: '',
  sr66: '377',
  sr69: '',
  za10: 'pr70 a10',
  za312: 'pr41 a312',
  za13: 'pr48 a13',
  za675: 'pr44 a675',
}

const sizeOfName = new Map(
  Object.entries(cells).flatMap(([size, names]) =>
    [size, ...names.split(' ')].filter(Boolean).map((name): [string, string] => [plain(name), size]),
  ),
)

/** Digits of a designation → the sizes that have them, in the order above. */
const sizesOfNumber = Map.groupBy(
  [...sizeOfName].filter(([name]) => /^[a-z]+\d{3,5}[a-z]?$/.test(name)),
  ([name]) => /\d+/.exec(name)![0],
)

/** The names of cells whose designation has the number, as people shorten it: CR2032 for 2032, PR41's 312 is ZA312. */
export function cellsWithNumber(number: string): string[] {
  return (sizesOfNumber.get(number) ?? []).map(([name]) => name)
}

/** Charged in place, sealed, or powered otherwise: there is no cell to replace. */
const nothingToChange = /^(?:manual|irreplaceable|solar|sealed\b.*|(?:usb-?c )?rechargeable\b.*)$/i

/** Batteries that one maker produces for one family of devices; lists name them instead of a size. */
const namedPacks =
  /^(?:(?:ikea )?braunit|hm-sec-win-bap|nuki battery pack|ring li-ion .*|(?:apc)?rbc[\w-]+|rb\d{4}x\d|ub\d{4}|lp\d{6}\b.*)$/i

/** Parses one value, ignoring white space and case. */
export function readBatterySize(text: string): BatterySize {
  const value = text.trim().replace(/\s+/g, ' ')
  if (nothingToChange.test(value)) return { kind: 'fixed' }
  if (namedPacks.test(value)) return { kind: 'pack', part: packPart(value) }
  const name = plain(withoutAdditions(value))
  const size = sizeOfName.get(name)
  if (size !== undefined) return { kind: 'cell', size }
  const mended = swaps(name).filter((each) => sizeOfName.has(each))
  const sizes = [...new Set(mended.map((each) => sizeOfName.get(each)!))]
  if (sizes.length === 1) return { kind: 'cell', size: sizes[0]!, repaired: 'swapped_neighbours' }
  return { kind: 'refused', nearest: sizes[0] ?? null }
}

/**
 * Words next to a size that do not change it: chemistry, voltage, a maker of cells, a second power source.
 */
function withoutAdditions(value: string): string {
  return value
    .replace(/\s*\+\s*usb$/i, '')
    .replace(/^(?:fdk|panasonic|duracell|energizer|varta)\s+/i, '')
    .replace(/\s*\(?-?\s*\d(?:[.,]\d)?\s*v\)?$/i, (end, at: number) => (at === 0 ? end : ''))
    .replace(/\s+(?:lithium|alkaline|battery)$/i, '')
    .replace(/^(cr\d{4,5}(?:e)?)-?[nt]$/i, '$1')
}

function plain(value: string): string {
  return value.toLowerCase().replace(/[\s/_-]+/g, '')
}

function packPart(value: string): string {
  const part = value.replace(/^ikea /i, '')
  return /^lp\d{6}/i.test(part) ? part.slice(0, 8) : part
}

/** Every swap of two adjacent characters. */
function swaps(name: string): string[] {
  return Array.from(
    { length: Math.max(0, name.length - 1) },
    (_, at) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
  ).filter((each) => each !== name)
}

/**
 * Families of cells that are sold for the same use; a cell of one size never fits a device that takes
 * another.
 */
const families: [RegExp, string][] = [
  [/^(?:aaaa|aaa|aa|c|d|9v|n|a23|a27|3r12|4r25|4lr44)$/, 'household'],
  [/^za/, 'hearing_aid'],
  [/^(?:cr\d{4}|lir\d{4}|ml\d{4}|vl\d{4})$/, 'lithium_coin'],
  [/^[ls]r\d+$/, 'button'],
  [/^(?:cr123a|cr2|2cr5|crp2|crv3)$/, 'photo'],
  [/^(?:18650|21700|14500|16340)$/, 'lithium_ion'],
]

/** The family of a cell size, or null where it has none. */
export function cellFamily(size: string): string | null {
  return families.find(([pattern]) => pattern.test(size))?.[1] ?? null
}

/** The common spelling of a size: `za312` is 312, `crp2` is CR-P2. */
export function cellName(size: string): string {
  if (size.startsWith('za')) return size.slice(2)
  if (size === 'crp2' || size === 'crv3') return `CR-${size.slice(2).toUpperCase()}`
  return size.toUpperCase()
}
