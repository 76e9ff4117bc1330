/** How a change that the audit describes is undone: the use case that made it makes the opposite change. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { ProductEditor } from '../catalogue/product-editor.ts'
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

/** Makes the reverse change; a text is the code of a refusal. `now`: epoch milliseconds. */
export type Reverse = (
  trx: Kysely<DB>,
  actor: Actor,
  entry: UndoneEntry,
  products: ProductEditor,
  now: number,
) => Promise<true | string>

export interface Reversal {
  /** What the change itself asks for. */
  permission: Permission
  /** The change itself asks for a step-up; so does its undo, which is the same change backwards. */
  stepUp?: true
  reverse: Reverse
}

/** By action of the audit: of the kernel and of all modules. */
export type Reversals = Readonly<Partial<Record<string, Reversal>>>
