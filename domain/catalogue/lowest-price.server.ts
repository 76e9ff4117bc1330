/**
 * The lowest unit price of the 30 days before a reduction began (Dir. 98/6/EC Art. 6a), read from the price
 * history. The window ends where the reduction starts: the reduced price itself does not count.
 */
import type { Minor } from '../money/money.ts'

export interface PriceRecord {
  kind: 'normal' | 'campaign'
  /** Null: the campaign was withdrawn. */
  priceMinor: Minor | null
  /** Epoch milliseconds; null: no end. */
  startsAt: number | null
  endsAt: number | null
  recordedAt: number
}

const thirtyDays = 30 * 86_400_000

/**
 * The lowest price in force before the latest campaign of the history, in minor units; null where the history
 * does not reach back before it. `history` is in the order of recording.
 */
export function lowestBeforeCampaign(history: readonly PriceRecord[]): number | null {
  const start = campaignStart(history)
  if (start === null) return null
  const from = start - thirtyDays
  const moments = new Set([from])
  for (const row of history) {
    for (const at of [row.recordedAt, row.startsAt, row.endsAt]) {
      if (at !== null && at > from && at < start) moments.add(at)
    }
  }
  let lowest: number | null = null
  for (const at of moments) {
    const price = priceAt(history, at)
    if (price !== null && (lowest === null || price < lowest)) lowest = price
  }
  return lowest
}

/**
 * When the running reduction was first shown: its start, or its recording where that came later. Lowering the
 * price further within the same campaign does not move the window.
 */
function campaignStart(history: readonly PriceRecord[]): number | null {
  const campaigns = history.filter((row) => row.kind === 'campaign')
  const latest = campaigns.at(-1)
  if (!latest || latest.priceMinor === null) return null
  let first = latest
  for (let index = campaigns.length - 2; index >= 0; index--) {
    const row = campaigns[index]!
    // Rewritten in one step: withdrawn and recorded again at the same time.
    if (row.priceMinor === null && row.recordedAt === first.recordedAt) continue
    if (row.priceMinor === null || row.startsAt !== latest.startsAt) break
    // It had ended before it was resumed: lower prices between the two count.
    if (row.endsAt !== null && row.endsAt <= first.recordedAt) break
    first = row
  }
  return Math.max(first.startsAt ?? first.recordedAt, first.recordedAt)
}

function priceAt(history: readonly PriceRecord[], at: number): number | null {
  let normal: number | null = null
  let campaign: PriceRecord | null = null
  for (const row of history) {
    if (row.recordedAt > at) break
    if (row.kind === 'normal') normal = row.priceMinor
    else campaign = row
  }
  const runs =
    campaign !== null &&
    campaign.priceMinor !== null &&
    (campaign.startsAt === null || campaign.startsAt <= at) &&
    (campaign.endsAt === null || at < campaign.endsAt)
  return runs ? campaign!.priceMinor : normal
}
