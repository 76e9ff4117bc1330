/** How a change that the audit describes is undone: the use case that made it makes the opposite change. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { RecordedAction } from '../audit/audit-actions.ts'
import type { Permission } from '../permissions/permissions.ts'
import type { StoreCode } from '../stores/stores.ts'

export type AuditFields = Record<string, unknown>

/** The entry of the audit whose change is undone. */
export interface UndoneEntry {
  id: number
  action: string
  store: StoreCode | null
  objectId: string
  before: AuditFields
  after: AuditFields
}

/** What reverse changes work with. A room adds what its own need by interface merging. */
export interface UndoServices {
  /** Epoch milliseconds. */
  now: number
}

/** Makes the reverse change; a text is the code of a refusal. */
export type Reverse = (
  trx: Kysely<DB>,
  actor: Actor,
  entry: UndoneEntry,
  services: UndoServices,
) => Promise<true | string>

export interface Reversal {
  /** What the change itself asks for. */
  permission: Permission
  /** The change itself asks for a step-up; so does its undo, which is the same change backwards. */
  stepUp?: true
  /**
   * The stores in which a person needs the permission for an entry of no store, as for the change itself; all by default.
   * `before`, `after`: null where the entry has none.
   */
  storesOf?: (
    db: Kysely<DB>,
    entry: { objectId: string; before: AuditFields | null; after: AuditFields | null },
  ) => Promise<readonly StoreCode[]>
  /**
   * Such changes add up, so that a later one of the same fields is not in the way: only an undo of the entry itself, or a
   * later entry of the action `heldBy` that was not undone, which has found what there is.
   */
  addsUp?: { heldBy: string | null }
  reverse: Reverse
}

/** By action of the audit: of the kernel and of all modules. */
export type Reversals = Readonly<Partial<Record<string, Reversal>>>

/** Those of a room, by actions that the audit records. */
export type RoomReversals = Readonly<Partial<Record<RecordedAction, Reversal>>>

/** The answer of a use case as that of a reverse change. */
export const outcomeOf = (answer: { ok: true } | { ok: false; code: string }): true | string =>
  answer.ok ? true : answer.code

/** The store of an entry whose changes are always in one. Throws where it has none. */
export function givenStore(store: StoreCode | null): StoreCode {
  if (store === null) throw new Error('the entry has no store')
  return store
}
