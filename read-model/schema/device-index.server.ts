/** Devices in the catalogue index: their tables, copying them during a build and refreshing them. */
import { slugOf } from '../../domain/stores/slug.ts'
import type { Query } from '../../db/query.ts'
import type { IndexDatabase } from './index-database.server.ts'
import { foldedIdentifier, foldedWords } from '../../domain/search/search-words.ts'
import { deviceName, namesOfDevice, type Device } from '../../domain/devices/device.ts'

/** `fitting` holds the devices that products list as fitting; the other tables are about devices only. */
export const deviceTables = `
create table device (
  id integer primary key, slug text not null unique, kind text not null, maker_key text not null, maker text not null,
  model text not null, cell_size text, body text not null
);
create index device_maker on device (kind, maker_key);
create table device_name (name text not null, device integer not null, primary key (name, device)) without rowid;
create index device_names on device_name (device);
create table device_part (code text not null, device integer not null, primary key (code, device)) without rowid;
create index device_parts on device_part (device);
create table fitting (name text not null, product integer not null, primary key (name, product)) without rowid;
create virtual table device_words using fts5(words, content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 0');
`

export interface DeviceRow extends Device {
  parts: string[]
}

const columns =
  'id, slug, kind, maker, model, codes, power, cell_size as "cellSize", quantity, parts, facts from device'
const devicesPerBatch = 2_000

/** Copies all devices; for a build. */
export async function copyDevices(query: Query, db: IndexDatabase): Promise<void> {
  for (let last = 0; ;) {
    const sql = `select ${columns} where id > $1 order by id limit $2`
    const rows = await query<DeviceRow>(sql, [last, devicesPerBatch])
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    db.transaction(() => rows.forEach((row) => writeDevice(db, row)))
  }
}

/** Updates devices of an open index. */
export async function refreshDevices(query: Query, db: IndexDatabase, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += devicesPerBatch) {
    const batch = ids.slice(at, at + devicesPerBatch)
    const rows = await query<DeviceRow>(`select ${columns} where id = any($1::int[])`, [batch])
    db.transaction(() => {
      for (const id of batch) forgetDevice(db, id)
      for (const row of rows) writeDevice(db, row)
    })
  }
}

function writeDevice(db: IndexDatabase, { parts, ...device }: DeviceRow): void {
  const { id, slug, kind, maker, model, codes, cellSize } = device
  db.run(
    'insert into device values (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    slug,
    kind,
    slugOf(maker),
    maker,
    model,
    cellSize,
    JSON.stringify(device),
  )
  for (const name of namesOfDevice(device))
    db.run('insert into device_name values (?, ?) on conflict do nothing', name, id)
  for (const part of parts)
    db.run('insert into device_part values (?, ?) on conflict do nothing', foldedIdentifier(part), id)
  db.run('insert into device_words (rowid, words) values (?, ?)', id, wordsOf([deviceName(device), ...codes]))
}

function forgetDevice(db: IndexDatabase, id: number): void {
  db.run('delete from device where id = ?', id)
  db.run('delete from device_name where device = ?', id)
  db.run('delete from device_part where device = ?', id)
  db.run('delete from device_words where rowid = ?', id)
}

/** The searchable words of a device; each text also without spaces, for queries typed without them. */
function wordsOf(texts: readonly string[]): string {
  const words = texts.flatMap((text) => {
    const own = foldedWords(text)
    const pairs = own.slice(1).map((word, at) => own[at]! + word)
    return [...own, ...pairs, own.join('')]
  })
  return [...new Set(words)].join(' ')
}

/** Stores the devices that a product lists as fitting. */
export function writeFittings(db: IndexDatabase, product: number, fits: readonly string[]): void {
  for (const name of fits)
    db.run('insert into fitting values (?, ?) on conflict do nothing', slugOf(name), product)
}

export function forgetFittings(db: IndexDatabase, product: number, fits: readonly string[]): void {
  for (const name of fits) db.run('delete from fitting where name = ? and product = ?', slugOf(name), product)
}
