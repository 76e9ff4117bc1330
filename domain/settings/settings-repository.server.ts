/** Reads what the merchant has set. Only `change-settings.server.ts` writes it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { storeFile } from '../stores/apply-settings.ts'
import {
  settingsOf,
  settingsSections,
  withSettings,
  type SettingsSection,
  type StoreSettings,
} from '../stores/store-settings.ts'
import type { StoreCode } from '../stores/stores.ts'

/** What is stored for a store; a section that was never changed is absent. */
export type StoredSettings = Partial<StoreSettings>

/** The stored settings of every store that has any. */
export async function readAllSettings(db: Kysely<DB>): Promise<Map<StoreCode, StoredSettings>> {
  const rows = await db.selectFrom('store_setting').select(['store', 'section', 'value']).execute()
  const all = new Map<StoreCode, StoredSettings>()
  for (const { store, section, value } of rows)
    all.set(store, { ...all.get(store), ...(isSection(section) && { [section]: value }) })
  return all
}

export interface SettingsInForce {
  settings: StoreSettings
  /** Changes of each section so far; 0: it is as the store's file says. */
  versions: Record<SettingsSection, number>
  /** When each section was last changed. */
  changedAt: Partial<Record<SettingsSection, Date>>
}

/** The settings of one store as stored now, whatever this process has in force. `lock`: until the transaction ends. */
export async function readSettings(
  db: Kysely<DB>,
  store: StoreCode,
  { lock = false }: { lock?: boolean } = {},
): Promise<SettingsInForce> {
  let query = db
    .selectFrom('store_setting')
    .select(['section', 'value', 'version', 'changed_at'])
    .where('store', '=', store)
    .orderBy('section')
  if (lock) query = query.forUpdate()
  const rows = (await query.execute()).filter(({ section }) => isSection(section))
  const of = <Value>(valueOf: (row: (typeof rows)[number]) => Value) =>
    Object.fromEntries(rows.map((row) => [row.section, valueOf(row)]))
  return {
    settings: settingsOf(withSettings(storeFile(store), of(({ value }) => value) as StoredSettings)),
    versions: {
      ...(Object.fromEntries(settingsSections.map((section) => [section, 0])) as Record<
        SettingsSection,
        number
      >),
      ...of(({ version }) => version),
    },
    changedAt: of((row) => row.changed_at),
  }
}

export function isSection(text: string): text is SettingsSection {
  return (settingsSections as readonly string[]).includes(text)
}
