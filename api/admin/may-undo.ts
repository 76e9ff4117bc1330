/** Whether the back office offers to undo an entry of the audit. */
import { undoPermission } from '../../domain/back-office/undo-change.server.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/**
 * Whether changes of this kind can be undone, and the person may do so in all of these stores. `stores`: those of the
 * changed object, as far as the caller knows them. The route of the undo decides once more
 * (`storesToUndo` in `domain/back-office/undo-change.server.ts`).
 */
export function mayUndo(
  { grants }: Pick<SignedInStaff, 'grants'>,
  action: string,
  stores: readonly StoreCode[],
): boolean {
  const permission = undoPermission(action)
  if (permission === null) return false
  const [undoing, changing] = [grants['audit:undo'], grants[permission]]
  if (undoing === undefined || changing === undefined) return false
  return stores.every((store) => undoing.includes(store) && changing.includes(store))
}
