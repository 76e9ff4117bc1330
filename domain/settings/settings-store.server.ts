/**
 * Keeps the settings of all stores in force in this process. They are read at the start and again whenever the change
 * log names them; a file of the node keeps the last ones, for a start without the database.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { readContentFile, writeContentFile } from '../content/content-file.server.ts'
import { addModuleMethods } from '../shipping/module-methods.ts'
import { applySettings } from '../stores/apply-settings.ts'
import { storeCodes } from '../stores/stores.ts'
import { readAllSettings, type StoredSettings } from './settings-repository.server.ts'

export interface SettingsStore {
  /** Reads the settings and puts them in force; the former stay when the database does not answer. */
  refresh(): Promise<void>
}

/** Opens the settings; rejects when the first read fails. `isAway`: the file's settings are in force until `refresh`. */
export async function openSettings(
  db: Kysely<DB>,
  { file, isAway = false }: { file?: string; isAway?: boolean } = {},
): Promise<SettingsStore> {
  addModuleMethods()
  const refresh = async () => {
    const read = await readAllSettings(db)
    if (file !== undefined) writeContentFile(file, [...read])
    putInForce(read)
  }
  if (!isAway) await refresh()
  else if (file !== undefined) putInForce(new Map(readContentFile(file) as [string, StoredSettings][] | null))
  return { refresh }
}

function putInForce(read: ReadonlyMap<string, StoredSettings>): void {
  for (const code of storeCodes) applySettings(code, read.get(code) ?? {})
}
