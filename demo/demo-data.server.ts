/**
 * Reads the data of the demo: files of `demo/data`, one JSON object a line. They are made to be edited by hand. Dates
 * are written as days or hours from the moment of loading, `"startsAt":"-6d"` or `"endsAt":"+37h"`, so that campaigns,
 * deals and deliveries are always current.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNdjsonFeed } from '../catalogue-import/ndjson-feed.server.ts'
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import { sourceModule } from '../domain/workers/source-module.server.ts'

/** The files of the catalogue. Records refer to earlier ones; products are listed in this order by default. */
const catalogueFiles = [
  'attributes',
  'brands',
  'tags',
  'categories',
  'products/household-batteries',
  'products/rechargeable-batteries',
  'products/lithium-batteries',
  'products/vehicle-batteries',
  'products/button-cells',
  'products/hearing-aid-batteries',
  'products/chargers',
  'products/power-banks',
  'products/phone-batteries',
  'products/camera-phone-extras',
  'products/laptop-power',
  'products/cables',
  'products/tool-batteries',
  'products/car-accessories',
  'products/lighting',
  'products/home-safety',
  'products/spare-parts',
  'products/energy-storage',
  'products/sets-gift-cards',
  'content-pages',
  'widgets',
  'deals',
  'search-hints',
  'search-synonyms',
] as const

export type DemoFile = (typeof catalogueFiles)[number] | 'coupons' | 'devices'

const demoFolder = () => sourceModule('demo', 'data')

/** The folder with the sheets of drawings that the demo's products name. */
export const demoDrawings = (): string => join(demoFolder(), 'pictures')

/** The records of the catalogue as any import reads them. Throws where a line is not a record, and names it. */
export async function* demoCatalogue(now: Date): AsyncGenerator<CatalogueRecord> {
  for (const file of catalogueFiles) {
    const bytes = Buffer.from(await readDemoText(file, now))
    for await (const { line, record, refused } of readNdjsonFeed(inOneChunk(bytes))) {
      if (!record)
        throw new Error(`demo/data/${file}.ndjson:${line} is no record: ${JSON.stringify(refused)}`)
      yield record
    }
  }
}

async function* inOneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** The objects of a file, not checked. */
export async function readDemoLines(file: DemoFile, now: Date): Promise<unknown[]> {
  const text = await readDemoText(file, now)
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

async function readDemoText(file: DemoFile, now: Date): Promise<string> {
  return withDates(await readFile(join(demoFolder(), `${file}.ndjson`), 'utf8'), now)
}

const hourMs = 3_600_000
const hoursOf = { d: 24, h: 1 } as const

/** Replaces every date that is relative: a calendar day for deliveries and releases, else a full hour. */
function withDates(text: string, now: Date): string {
  return text.replaceAll(
    /"(startsAt|endsAt|expiresAt|valid_from|valid_to|incomingAt|releaseAt)":"([+-]\d+)([dh])"/g,
    (_, field: string, amount: string, unit: 'd' | 'h') => {
      const at = now.getTime() + Number(amount) * hoursOf[unit] * hourMs
      const isDay = field === 'incomingAt' || field === 'releaseAt'
      const date = isDay
        ? new Date(at).toISOString().slice(0, 10)
        : new Date(Math.round(at / hourMs) * hourMs).toISOString()
      return `"${field}":"${date}"`
    },
  )
}
