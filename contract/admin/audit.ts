/** The audit as staff read it, and its undo. */
import { z } from 'zod'
import { storeCode } from './fields.ts'
import { dayRange, listOf, tableQuery } from './table.ts'

export const auditQuery = tableQuery({
  filters: {
    /** One object: `order:S100001`, `product:AA-4`. */
    object: z.string().regex(/^[a-z_-]+:.{1,100}$/),
    /** Kinds of objects: `order`, `product`, `coupon` … */
    kind: listOf(z.string().regex(/^[a-z_-]{1,40}$/)),
    actor: listOf(z.enum(['staff', 'key', 'cli', 'job', 'buyer', 'provider', 'system'])),
    /** Ids of people of staff. */
    staff: listOf(z.string().regex(/^\d{1,10}$/)),
    action: listOf(z.string().regex(/^[a-z_-]+\.[a-zA-Z_-]+$/)),
    store: listOf(storeCode),
    at: dayRange,
  },
  sorts: ['at'],
  defaultSort: '-at',
  columns: [
    'id',
    'at',
    'actor',
    'actorId',
    'actorName',
    'actorPerson',
    'store',
    'action',
    'object',
    'sku',
    'before',
    'after',
    'reason',
  ],
})

const fields = z.record(z.string(), z.unknown()).nullable()

export const auditRow = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Kind of the actor. */
  actor: z.string(),
  actorId: z.string().nullable(),
  /** Of staff and of API keys; null of other actors. */
  actorName: z.string().nullable(),
  /** Whose API key it is; null of other actors. */
  actorPerson: z.string().nullable(),
  store: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  /** The product of a change of a stock or a price that is recorded by the product's id. */
  sku: z.string().nullable(),
  /** The changed fields. */
  before: fields,
  after: fields,
  reason: z.string().nullable(),
  /** Whether changes of this kind can be undone, and the person may. */
  canUndo: z.boolean(),
})

/** Whom the audit can be filtered by, by name. */
export const auditPeople = z.object({ people: z.array(z.object({ id: z.number(), name: z.string() })) })

export const auditParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
