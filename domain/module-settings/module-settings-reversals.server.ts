/** Undoes a change of a module's settings. */
import { changeModuleSettings } from './module-settings.server.ts'
import { isStoreCode } from '../stores/stores.ts'
import type { Reversal, RoomReversals } from '../undo/reversal.ts'

/** Sets the values again that the entry of the audit says were changed; others stay as they are now. */
export const moduleSettingsReversal: Reversal = {
  permission: 'settings:edit',
  reverse: async (trx, actor, { objectId, before }, { now }) => {
    const [module = '', code] = objectId.split('.')
    if (!isStoreCode(code)) return 'unknown_module_settings'
    const row = await trx
      .selectFrom('module_setting')
      .select('value')
      .where('module', '=', module)
      .where('store', '=', code)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return 'unknown_module_settings'
    const current = row.value as Record<string, unknown>
    await changeModuleSettings(trx, actor, {
      module,
      store: code,
      before: current,
      // A field that the module no longer has is not set again.
      value: {
        ...current,
        ...Object.fromEntries(Object.entries(before).filter(([name]) => name in current)),
      },
      now: new Date(now),
    })
    return true
  },
}

export const moduleSettingsReversals: RoomReversals = { 'module_settings.change': moduleSettingsReversal }
