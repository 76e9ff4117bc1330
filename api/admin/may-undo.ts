/** Whether the back office offers to undo an entry of the audit. */
import { storesToUndo, undoPermission, type UndoObject } from '../../domain/undo/undo-change.server.ts'
import type { Reversals } from '../../domain/undo/reversal.ts'
import type { AdminServices } from './admin-services.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'

/**
 * Whether changes of this kind can be undone, and the person may do so in all of these stores. `stores`: those of the
 * changed object, as far as the caller knows them. The route of the undo decides once more
 * (`storesToUndo` in `domain/undo/undo-change.server.ts`).
 */
export function mayUndo(
  reversals: Reversals,
  { grants }: Pick<SignedInStaff, 'grants'>,
  action: string,
  stores: readonly StoreCode[],
): boolean {
  const permission = undoPermission(reversals, action)
  if (permission === null) return false
  const [undoing, changing] = [grants['audit:undo'], grants[permission]]
  if (undoing === undefined || changing === undefined) return false
  return stores.every((store) => undoing.includes(store) && changing.includes(store))
}

/** The same of an entry whose stores the caller does not know; reads the database only where it depends on them. */
export async function mayUndoEntry(
  { db, reversals }: Pick<AdminServices, 'db' | 'reversals'>,
  staff: Pick<SignedInStaff, 'grants'>,
  entry: UndoObject,
): Promise<boolean> {
  if (mayUndo(reversals, staff, entry.action, storeCodes)) return true
  // Without the permission in any store.
  if (!mayUndo(reversals, staff, entry.action, [])) return false
  return mayUndo(reversals, staff, entry.action, await storesToUndo(db, reversals, entry))
}
