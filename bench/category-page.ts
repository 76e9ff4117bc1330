/**
 * Promise: with 50,000 products a node renders at least 250 category pages a second per core, each with 24
 * cards and the whole page frame. The requests carry the cookie of a signed-in shopper, which bypasses the
 * page cache, so a figure includes everything from the socket to the last byte. A core's second is a second
 * of processor time of the node with all its threads, where the system reports it.
 */
import autocannon from 'autocannon'
import { categoryAddresses, processorSeconds, withBenchShop } from './bench-shop.ts'

const products = 50_000
const promised = 250
const cookie = 'anode_account=bench'
const cardsOf = (html: string) => html.match(/data-sku="/g)?.length ?? 0

await withBenchShop({ products }, async (shop) => {
  const addresses = await fullPages(shop.url, await categoryAddresses(shop))
  const load = (duration: number) =>
    autocannon({
      url: shop.url,
      connections: 4,
      pipelining: 1,
      duration,
      headers: { cookie },
      requests: addresses.map((path) => ({ method: 'GET', path })),
    })
  await load(5)
  const before = processorSeconds(shop.pid)
  const { non2xx, errors, requests } = await load(10)
  const after = processorSeconds(shop.pid)
  const perCore = before === null || after === null ? requests.average : requests.total / (after - before)
  console.log(
    `category-page: ${perCore.toFixed(0)} renders/s per core (promise ≥ ${promised}), ratio ${(perCore / promised).toFixed(2)}; ` +
      `${requests.average.toFixed(0)}/s by the clock, ${addresses.length} addresses, ${products} products`,
  )
  if (perCore < promised || non2xx > 0 || errors > 0) process.exitCode = 1
})

/** Those addresses that show 24 cards, to be sure that what is measured is the page of the promise. */
async function fullPages(url: string, addresses: readonly string[]): Promise<string[]> {
  const full: string[] = []
  for (const path of addresses) {
    const response = await fetch(url + path, { headers: { cookie } })
    if (response.ok && cardsOf(await response.text()) === 24) full.push(path)
  }
  if (full.length < addresses.length / 2)
    throw new Error(`Only ${full.length} of ${addresses.length} pages show 24 cards.`)
  return full
}
