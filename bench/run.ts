/**
 * `npm run bench` measures every promise in turn, `npm run bench NAME …` some of them; options after the
 * names are the benchmarks' own (`npm run bench crash -- --minutes 20`). Each benchmark prints
 * one line `name: figure unit (promise …)` and ends with code 1 where its promise is not kept; so does this.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuilt } from '../cli/ensure-built.mjs'

/** Names and what to run. The big ones (a million products) come last. */
const benchmarks = {
  javascript: 'javascript.ts',
  start: 'start.ts',
  'cached-page': 'cached-page.ts',
  'category-page': 'category-page.ts',
  optimisations: 'optimisations.ts',
  'first-paint': 'first-paint.ts',
  web: 'web.ts',
  memory: 'memory.ts',
  overload: 'overload.ts',
  'login-flood': 'login-flood.ts',
  pricing: 'pricing.ts',
  mutation: 'mutation.ts',
  'sync-cart': 'sync-cart.ts',
  orders: 'orders.ts',
  admin: 'admin.ts',
  'price-grid': 'price-grid.ts',
  crash: 'crash.ts',
  failover: 'failover.ts',
  import: 'import.ts',
  'search-quality': 'search-quality.ts',
  'search-speed': 'search-speed.ts',
  index: 'index.ts',
} as const

const names = Object.keys(benchmarks) as (keyof typeof benchmarks)[]
const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('-'))
const [asked, options] =
  firstOption === -1 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)]
const unknown = asked.find((name) => !names.some((known) => known === name))
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}. Known: ${names.join(', ')}.`)
  process.exit(1)
}

try {
  await ensureBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const broken: string[] = []
for (const name of names.filter((known) => asked.length === 0 || asked.includes(known))) {
  const child = spawn(process.execPath, [join(import.meta.dirname, benchmarks[name]), ...options], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) broken.push(name)
}
if (broken.length > 0) {
  console.error(`Promise not kept: ${broken.join(', ')}`)
  process.exitCode = 1
}
