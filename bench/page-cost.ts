/** Processor time of category pages that are not in the page cache. */
import type { BuiltServer } from '../test/built-server.ts'
import { categoryAddresses, renderingSeconds } from './bench-shop.ts'
import { load } from './load.ts'

/** A signed-in shopper's cookie bypasses the page cache. */
const cookie = 'anode_account=bench'
const cardsOf = (html: string) => html.match(/data-sku="/g)?.length ?? 0

/** The addresses that show 24 cards, with their HTML: what is measured must be the page of the promise. */
export async function fullPages(shop: BuiltServer): Promise<{ addresses: string[]; html: string[] }> {
  const all = await categoryAddresses(shop)
  const addresses: string[] = []
  const html: string[] = []
  for (const path of all) {
    const response = await fetch(shop.url + path, { headers: { cookie } })
    const text = await response.text()
    if (!response.ok || cardsOf(text) !== 24) continue
    addresses.push(path)
    html.push(text)
  }
  if (addresses.length < all.length / 2)
    throw new Error(`Only ${addresses.length} of ${all.length} pages show 24 cards.`)
  return { addresses, html }
}

export interface PageCost {
  /** Milliseconds of processor time of the node for one page. */
  costMs: number
  /** Share of its time that the generator worked. */
  busy: number
}

/** The cost of a page, over `pages` requests that start at the address with the number `from`. */
export async function costOf(
  { url, pid }: BuiltServer,
  addresses: readonly string[],
  from: number,
  pages: number,
): Promise<PageCost> {
  const requests = addresses.map((_, n) => ({
    method: 'GET' as const,
    path: addresses[(n + from) % addresses.length]!,
  }))
  const before = renderingSeconds(pid)
  const { busy } = await load({ url, connections: 4, amount: pages, headers: { cookie }, requests })
  const after = renderingSeconds(pid)
  if (before === null || after === null) throw new Error('This system does not report processor time.')
  return { costMs: ((after - before) * 1000) / pages, busy }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
