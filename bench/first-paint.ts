/**
 * What starting scripts after the style sheet saves (decisions 20 and 47): the largest contentful paint of a
 * phone with a slow line, of a shop with the switch `deferred-scripts` off as a ratio to one with it on, in turns. With
 * it off, the document waits for the later style sheet too.
 * Below 1.10 the optimisation is to be removed. Needs a machine without other work.
 * `node bench/first-paint.ts [turns]`, by default 7.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../cli/find-chromium.ts'
import { startBuiltServer, type BuiltServer } from '../test/built-server.ts'
import { categoryAddresses } from './bench-shop.ts'
import { median } from './page-cost.ts'

const promised = 1.1
const turns = Number(process.argv[2] ?? 7)

/** A phone, and the line and processor with which Lighthouse simulates a slow one. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const line = {
  offline: false,
  latency: 562,
  downloadThroughput: (1_474 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const processorSlowdown = 4

interface Paints {
  /** Milliseconds after the start of the navigation. */
  first: number
  largest: number
}

const shops: BuiltServer[] = []
const browser = await chromium.launch({ ...findChromium(), args: ['--no-sandbox'] })
try {
  for (const off of ['', 'deferred-scripts']) shops.push(await startShop(off))
  const [on, off] = shops as [BuiltServer, BuiltServer]
  const pages = await addresses(on)
  for (const [name, path] of Object.entries(pages)) await measure(name, path, on, off)
} finally {
  await browser.close()
  for (const shop of shops) await shop.stop()
}

async function startShop(switchedOff: string): Promise<BuiltServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-bench-'))
  const env = { DEMO: '1', LOG_LEVEL: 'error', ANODE_SWITCHED_OFF: switchedOff }
  return startBuiltServer({ dataDir, env })
}

async function addresses(shop: BuiltServer): Promise<Record<string, string>> {
  const [category] = await categoryAddresses(shop)
  const html = await (await fetch(`${shop.url}/sv`)).text()
  const product = /href="(\/sv\/artiklar\/[^"/]+\.html)"/.exec(html)?.[1]
  if (category === undefined || product === undefined) throw new Error('The home page leads to no product.')
  return { home: '/sv', category, product }
}

async function measure(name: string, path: string, on: BuiltServer, off: BuiltServer): Promise<void> {
  const ratios: Paints[] = []
  // The first turn draws pictures and fills caches.
  for (let turn = -1; turn < turns; turn++) {
    const order = turn % 2 === 0 ? [on, off] : [off, on]
    const paints = new Map<BuiltServer, Paints>()
    for (const shop of order) paints.set(shop, await load(browser, shop.url + path))
    const [withIt, without] = [paints.get(on)!, paints.get(off)!]
    if (turn >= 0)
      ratios.push({ first: without.first / withIt.first, largest: without.largest / withIt.largest })
  }
  const largest = median(ratios.map((ratio) => ratio.largest))
  const first = median(ratios.map((ratio) => ratio.first))
  console.log(
    `first-paint: ratio ${largest.toFixed(2)} of the largest paint of the ${name} page without deferred scripts ` +
      `(promise ≥ ${promised}), ${first.toFixed(2)} of the first paint`,
  )
  if (largest < promised) process.exitCode = 1
}

async function load(chrome: Browser, url: string): Promise<Paints> {
  const context = await chrome.newContext(phone)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  await page.goto(url, { waitUntil: 'networkidle' })
  const paints = await page.evaluate(
    () =>
      new Promise<Paints>((resolve) => {
        new PerformanceObserver((list) => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]
          resolve({ first: first?.startTime ?? 0, largest: list.getEntries().at(-1)?.startTime ?? 0 })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return paints
}
