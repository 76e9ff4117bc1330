/**
 * Promise: a node with 50,000 products stays below 400 MB. Resident memory of the node's process after it served
 * 20,000 pages, searches and API calls, its page cache full; the database is not counted.
 */
import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'
import { categoryAddresses, withBenchShop } from './bench-shop.ts'
import { busyPercent, withBusy } from './load.ts'
import { syntheticQueries } from './synthetic-catalogue.ts'

const products = 50_000
const promisedMegabytes = 400
/** A fixed number, so that a quick machine does not serve more than a slow one before it is measured. */
const requests = 20_000

await withBenchShop({ products }, async (shop) => {
  const productPages = Array.from({ length: 3000 }, (_, n) => `/sv/artiklar/modell-${1 + n * 16}.html`)
  const searches = syntheticQueries(products).slice(0, 400).map(encodeURIComponent)
  const paths = [
    ...(await categoryAddresses(shop)),
    ...productPages,
    ...searches.flatMap((query) => [
      `/sv/sokresultat.html?query=${query}`,
      `/api/search?locale=sv&sid=7&query=${query}`,
    ]),
  ]
  let highest = 0
  const watch = setInterval(() => (highest = Math.max(highest, residentMegabytes(shop.pid))), 250)
  const options: autocannon.Options = {
    url: shop.url,
    connections: 8,
    amount: requests,
    headers: { 'accept-encoding': 'br' },
    requests: paths.map((path) => ({ method: 'GET', path })),
  }
  const { busy } = await withBusy(() => autocannon(options))
  clearInterval(watch)
  const after = residentMegabytes(shop.pid)
  highest = Math.max(highest, after)
  console.log(
    `memory: ${after.toFixed(0)} MB after ${requests} requests of the mix (promise < ${promisedMegabytes}, ${Math.round((100 * after) / promisedMegabytes)} % of it); highest ${highest.toFixed(0)} MB, ${products} products, generator busy ${busyPercent(busy)}`,
  )
  if (highest >= promisedMegabytes) process.exitCode = 1
})

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}
