/**
 * The merchant changes one section of a store's settings. Every node puts it in force by the change log; this process
 * does so too, not at once. Orders that were placed keep what they were placed with.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOriginals } from '../pictures/picture-originals.server.ts'
import type { SettingsSection, StoreSettings } from '../stores/store-settings.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { settingsProblems, type SettingsProblem } from './settings-problems.ts'
import { readSettings } from './settings-repository.server.ts'

/** `version`: the one that the person saw; null: whichever is stored. */
export type SettingsChange = {
  [Section in SettingsSection]: {
    store: StoreCode
    section: Section
    value: StoreSettings[Section]
    version: number | null
    reason?: string | null
  }
}[SettingsSection]

export type ChangeSettingsAnswer =
  | { ok: true; outcome: 'changed' | 'unchanged'; version: number }
  | { ok: false; code: 'invalid_settings'; fields: Record<string, SettingsProblem> }
  /** Somebody changed the section meanwhile. */
  | { ok: false; code: 'changed_meanwhile' }

export async function changeSettings(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  change: SettingsChange,
): Promise<ChangeSettingsAnswer> {
  const { store, section, version, reason = null } = change
  return audited(db, actor, async (trx, record) => {
    // The first change of a section has no row to lock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`settings ${store} ${section}`}, 0))`.execute(
      trx,
    )
    const { settings, versions } = await readSettings(trx, store, { lock: true })
    const stored = versions[section]
    if (version !== null && version !== stored) return { ok: false, code: 'changed_meanwhile' }
    const current = settings[section]
    const value = inOrderOf(current, change.value)
    const fields = settingsProblems(section, value as never, {
      store: stores[store],
      current,
    })
    if (section === 'identity')
      Object.assign(fields, await missingPictures(trx, value as StoreSettings['identity']))
    if (Object.keys(fields).length > 0) return { ok: false, code: 'invalid_settings', fields }
    if (JSON.stringify(value) === JSON.stringify(current))
      return { ok: true, outcome: 'unchanged', version: stored }
    const row = { value: JSON.stringify(value), version: stored + 1, changed_at: new Date(clock()) }
    await trx
      .insertInto('store_setting')
      .values({ store, section, ...row })
      .onConflict((conflict) => conflict.columns(['store', 'section']).doUpdateSet(row))
      .execute()
    record({
      action: 'settings.change',
      object: ['settings', section],
      store,
      before: current as unknown as Record<string, unknown>,
      after: value as unknown as Record<string, unknown>,
      reason,
    })
    return { ok: true, outcome: 'changed', version: stored + 1 }
  })
}

/** The pictures that are not stored, or no longer. The others are kept from now on (`tidyPictures`). */
async function missingPictures(
  trx: Kysely<DB>,
  { logo, darkLogo, icon }: StoreSettings['identity'],
): Promise<Record<string, SettingsProblem>> {
  const named = Object.entries({ logo, darkLogo, icon }).filter(([, source]) => source !== null)
  const sources = named.map(([, source]) => source!)
  const found = await findOriginals(trx, sources, { isToWrite: true })
  return Object.fromEntries(
    named.filter(([, source]) => !found.has(source!)).map(([field]) => [field, 'no_picture' as const]),
  )
}

/** The value with its keys in the order of another: PostgreSQL, forms and the audit order them differently. */
function inOrderOf<Value>(model: unknown, value: Value): Value {
  if (Array.isArray(value)) {
    const [first] = Array.isArray(model) ? (model as unknown[]) : []
    return value.map((each: unknown) => inOrderOf(first, each)) as Value
  }
  if (typeof value !== 'object' || value === null || typeof model !== 'object' || model === null) return value
  const names = [...new Set([...Object.keys(model), ...Object.keys(value)])].filter((name) => name in value)
  const of = (object: object, name: string) => (object as Record<string, unknown>)[name]
  return Object.fromEntries(names.map((name) => [name, inOrderOf(of(model, name), of(value, name))])) as Value
}
