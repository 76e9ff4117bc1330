/**
 * The cells of the price grid as texts, as a person types or pastes them, and the prices that they mean. Amounts are
 * written with a decimal comma or point. Pure.
 */
import type { z } from 'zod'
import type { priceGridRow } from '../../../contract/admin/prices.ts'
import { readAmount, writeAmount } from '../../pricing/typed-amount.ts'

export type GridRow = z.infer<typeof priceGridRow>
export type Prices = GridRow['prices']
type Tier = Prices['normal'][number]

/** Columns that can be changed. */
export const editable = ['price', 'tiers', 'campaign', 'from', 'to'] as const
export type EditableColumn = (typeof editable)[number]
export type Cells = Readonly<Record<EditableColumn, string>>

/** The campaign that the grid shows: of today, or planned: the next one of each product, or the one from a day on. */
export type ShownCampaign = 'running' | 'next' | `${number}-${number}-${number}`

/** `plan` of the address as a choice; what is no day is the campaign of today. */
export const shownCampaignOf = (text: string | null): ShownCampaign =>
  text === 'next' ? 'next' : ((readDay(text ?? '') as ShownCampaign | null) ?? 'running')

/** Columns that can be changed; of a planned campaign those of the campaign alone. */
export const isTypable = (column: EditableColumn, shown: ShownCampaign): boolean =>
  shown === 'running' || (column !== 'price' && column !== 'tiers')

export type CellProblem =
  | 'amount'
  | 'ambiguous'
  | 'tiers'
  | 'rising'
  | 'date'
  | 'needs_price'
  | 'needs_start'
  | 'not_lower'
  | 'order'

/** A day as `2026-11-30`; also from `30.11.2026` and `30/11/2026`. Null: there is no such day. */
export function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const local = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.trim())
  const [year, month, day] = iso
    ? [iso[1]!, iso[2]!, iso[3]!]
    : local
      ? [local[3]!, local[2]!, local[1]!]
      : ['', '', '']
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written) ? written : null
}

/** `10: 89,00; 50: 79` as prices from a quantity on; null: not in this form. */
export function readTiers(text: string): Tier[] | null {
  const tiers: Tier[] = []
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const [, quantity, written] = /^\s*(\d{1,6})\s*[:×x]\s*(.+)$/.exec(part) ?? []
    const price = readAmount(written ?? '')
    if (quantity === undefined || typeof price === 'string' || Number(quantity) < 2) return null
    if (tiers.some((tier) => tier.quantity === Number(quantity))) return null
    tiers.push({ quantity: Number(quantity), price })
  }
  return tiers.toSorted((a, b) => a.quantity - b.quantity)
}

const unitOf = (tiers: readonly Tier[]) => tiers.find(({ quantity }) => quantity === 1)?.price
const others = (tiers: readonly Tier[]) => tiers.filter(({ quantity }) => quantity > 1)

/** Whether a larger quantity costs more per unit. The tiers are sorted. */
const isRising = (tiers: readonly Tier[]) =>
  tiers.some(({ price }, index) => index > 0 && price > tiers[index - 1]!.price)

const isSame = (a: readonly Tier[], b: readonly Tier[]) =>
  a.length === b.length &&
  a.every(({ quantity, price }, index) => quantity === b[index]!.quantity && price === b[index]!.price)

/**
 * The quantity prices of a campaign at `unit`. It replaces all normal prices (DEF-04), so it takes over the normal
 * quantity prices below it: ten units must not cost more than before. Where somebody has given it other ones, it keeps
 * those below it.
 */
function campaignTiers(unit: number, normal: readonly Tier[], stored: Prices): Tier[] {
  const below = (tiers: readonly Tier[], price: number) => tiers.filter((tier) => tier.price < price)
  const own = others(stored.campaign?.tiers ?? [])
  const before = stored.campaign && unitOf(stored.campaign.tiers)
  if (before === unit && isSame(normal, others(stored.normal))) return own
  const isTakenOver = own.length === 0 || isSame(own, below(others(stored.normal), before ?? Infinity))
  return below(isTakenOver ? normal : own, unit)
}

/** The cells of what is stored. */
export function cellsOf({ prices, startsOn: from, endsOn: to }: GridRow): Cells {
  return {
    price: writeAmount(unitOf(prices.normal)),
    tiers: others(prices.normal)
      .map(({ quantity, price }) => `${quantity}: ${writeAmount(price)}`)
      .join('; '),
    campaign: writeAmount(prices.campaign ? unitOf(prices.campaign.tiers) : undefined),
    from: from ?? '',
    to: to ?? '',
  }
}

export type Problems = Partial<Record<EditableColumn, CellProblem>>

/** The prices that the cells of a row mean, or what is wrong in which cell. */
export function readCells(
  row: GridRow,
  cells: Cells,
  shown: ShownCampaign = 'running',
): { prices: Prices } | { problems: Problems } {
  const problems: Problems = {}
  const amountIn = (column: 'price' | 'campaign') => {
    const read = readAmount(cells[column])
    if (typeof read !== 'string') return read
    problems[column] = read
    return 0
  }
  const price = amountIn('price')
  const tiers = readTiers(cells.tiers)
  if (tiers === null) problems.tiers = 'tiers'
  else if (!problems.price && isRising([{ quantity: 1, price }, ...tiers])) problems.tiers = 'rising'
  const hasCampaign = cells.campaign.trim() !== ''
  const reduced = hasCampaign ? amountIn('campaign') : null
  const dayIn = (column: 'from' | 'to') => {
    if (cells[column].trim() === '') return null
    const day = readDay(cells[column])
    if (day === null) problems[column] = 'date'
    else if (!hasCampaign) problems.campaign = 'needs_price'
    return day
  }
  const [typedFrom, to] = [dayIn('from'), dayIn('to')]
  // A campaign that is typed below a day begins on it.
  const from = typedFrom ?? (hasCampaign && shown !== 'running' && shown !== 'next' ? shown : null)
  if (shown === 'next' && hasCampaign && from === null) problems.from ??= 'needs_start'
  if (from !== null && to !== null && to < from) problems.to = 'order'
  if (reduced !== null && !problems.campaign && !problems.price && reduced >= price)
    problems.campaign = 'not_lower'
  if (Object.keys(problems).length > 0) return { problems }
  const stored = row.prices.campaign
  const campaign =
    reduced === null
      ? null
      : {
          tiers: [{ quantity: 1, price: reduced }, ...campaignTiers(reduced, tiers ?? [], row.prices)],
          // A day that was not changed keeps its time.
          startsAt: stored && from === row.startsOn ? stored.startsAt : from,
          endsAt: stored && to === row.endsOn ? stored.endsAt : to,
        }
  return { prices: { normal: [{ quantity: 1, price }, ...(tiers ?? [])], campaign } }
}

/** The cells of a copied table: tabs and line breaks, with quotes around cells that contain them. */
export function readClipboard(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  for (let index = 0; index < lines.length; index++) {
    const letter = lines[index]!
    if (isQuoted && letter === '"' && lines[index + 1] === '"') {
      cell += '"'
      index++
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && letter === '\t') endCell()
    else if (!isQuoted && letter === '\n') {
      endCell()
      rows.push([])
    } else cell += letter
  }
  endCell()
  return rows
}
