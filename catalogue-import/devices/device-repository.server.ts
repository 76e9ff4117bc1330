/** Devices in PostgreSQL: written in batches, each device identified by its address. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { loadRows, sameRow, saveRows, table, holding, type RowOf } from '../table-rows.server.ts'
import { deviceSlug, type DeviceRecord } from '../../domain/devices/device.ts'

export const deviceTable = table(
  'device',
  {
    slug: 'text',
    kind: holding<DeviceRecord['kind']>('text'),
    maker: 'text',
    model: 'text',
    codes: 'text[]',
    power: holding<DeviceRecord['power']>('text'),
    cell_size: 'text',
    quantity: 'smallint',
    parts: 'text[]',
    facts: holding<NonNullable<DeviceRecord['facts']>>('jsonb'),
  },
  ['slug'],
)

type DeviceRow = RowOf<typeof deviceTable>

export type Saved = 'created' | 'changed' | 'unchanged'

/**
 * Adds the data of the records to the devices of the same name, in one transaction; other data stays. Returns
 * the outcome of each record, in order. `dryRun` only reports.
 */
export async function saveDevices(
  db: Kysely<DB>,
  actor: Actor,
  records: readonly DeviceRecord[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Saved[]> {
  return audited(db, actor, async (trx, record) => {
    const slugs = records.map(deviceSlug)
    const existing = await loadRows(trx, deviceTable, 'slug', [...new Set(slugs)])
    const rows = new Map(existing.map((row) => [row.slug, row]))
    const upsert = new Map<string, DeviceRow>()
    const saved = records.map((device, at): Saved => {
      const slug = slugs[at]!
      const known = rows.get(slug)
      const row = known ? mergedRow(known, device) : newRow(slug, device)
      if (known && sameRow(deviceTable, known, row)) return 'unchanged'
      rows.set(slug, row)
      upsert.set(slug, row)
      return known ? 'changed' : 'created'
    })
    if (!dryRun && upsert.size > 0) {
      await saveRows(trx, deviceTable, { upsert: [...upsert.values()], remove: [] })
      record({ action: 'device.import', object: ['device', '*'], after: { devices: upsert.size } })
    }
    return saved
  })
}

function newRow(slug: string, record: DeviceRecord): DeviceRow {
  const {
    kind,
    maker,
    model,
    codes = [],
    power,
    cellSize = null,
    quantity = null,
    parts = [],
    facts = {},
  } = record
  return {
    slug,
    kind,
    maker,
    model,
    codes: unique(codes),
    power,
    cell_size: cellSize,
    quantity,
    parts: unique(parts),
    facts,
  }
}

function mergedRow(known: DeviceRow, record: DeviceRecord): DeviceRow {
  const { power, cellSize = null, quantity = null, codes = [], parts = [], facts = {} } = record
  return {
    ...known,
    codes: unique([...known.codes, ...codes]),
    parts: unique([...known.parts, ...parts]),
    facts: { ...known.facts, ...facts },
    ...(saysMore(power, known.power) && { power, cell_size: cellSize, quantity }),
  }
}

/** Whether a record's power data replaces the stored data: "nothing to change" never replaces a battery. */
function saysMore(power: DeviceRecord['power'], known: DeviceRecord['power']): boolean {
  const weight = { unknown: 0, fixed: 1, pack: 2, cell: 2 }
  return power !== 'unknown' && weight[power] >= weight[known]
}

/** Each text once, case-insensitively. */
function unique(texts: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const text of texts) if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}
