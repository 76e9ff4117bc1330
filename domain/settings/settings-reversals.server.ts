/** How changes of a store's settings are undone. */
import { givenStore, outcomeOf, type Reverse, type RoomReversals } from '../undo/reversal.ts'
import { changeSettings, type SettingsChange } from './change-settings.server.ts'
import { isSection, readSettings } from './settings-repository.server.ts'

/** The section with the fields of the entry as they were before; a field that was absent is left out again. */
const restoreSettings: Reverse = async (trx, actor, { id, store, objectId, before, after }, { now }) => {
  if (!isSection(objectId)) return 'unknown_section'
  const { settings } = await readSettings(trx, givenStore(store), { lock: true })
  const current = Object.entries(settings[objectId]).filter(([name]) => !(name in after))
  return outcomeOf(
    await changeSettings({ db: trx, clock: () => now }, actor, {
      store: givenStore(store),
      section: objectId,
      value: { ...Object.fromEntries(current), ...before },
      version: null,
      reason: `undo ${id}`,
    } as SettingsChange),
  )
}

export const settingsReversals: RoomReversals = {
  'settings.change': { permission: 'settings:edit', stepUp: true, reverse: restoreSettings },
}
