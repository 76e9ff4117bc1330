/** How changes of stock are undone. */
import { sql } from 'kysely'
import { toSku } from '../products/sku.ts'
import { isoDay, localDay } from '../stores/local-time.ts'
import { stores } from '../stores/stores.ts'
import {
  givenStore,
  outcomeOf,
  type AuditFields,
  type RoomReversals,
  type Reverse,
} from '../undo/reversal.ts'
import { setThreshold } from './count-stock.server.ts'
import { changeStock, setIncoming } from './stock-history.server.ts'

/** As a difference, because sales go on. */
const takeStockBack: Reverse = async (trx, actor, { id, store, objectId, before, after }) =>
  outcomeOf(
    await changeStock(trx, actor, {
      sku: toSku(objectId),
      store: givenStore(store),
      // A count that found what was stored has neither.
      units: Number(before['available'] ?? 0) - Number(after['available'] ?? 0),
      reason: 'correction',
      reference: `undo ${id}`,
    }),
  )

export const stockReversals: RoomReversals = {
  'stock.change': { permission: 'stock:edit', addsUp: { heldBy: 'stock.count' }, reverse: takeStockBack },
  'stock.count': { permission: 'stock:edit', addsUp: { heldBy: 'stock.count' }, reverse: takeStockBack },
  'stock.threshold': {
    permission: 'stock:edit',
    reverse: async (trx, actor, { id, store, objectId, before }) =>
      outcomeOf(
        await setThreshold(trx, actor, {
          sku: toSku(objectId),
          store: givenStore(store),
          units: (before['threshold'] as number | null | undefined) ?? null,
          reason: `undo ${id}`,
        }),
      ),
  },
  'stock.incoming': {
    permission: 'stock:edit',
    reverse: async (trx, actor, { id, store, objectId, before, after }) => {
      const { rows } = await sql<{ incoming: number; incoming_at: Date | null }>`
        select s.incoming, s.incoming_at from stock s join product p on p.id = s.product_id
        where p.sku = ${objectId} and s.store = ${store} for update of s`.execute(trx)
      const [row] = rows
      if (!row) return 'unknown_product'
      // As a difference, because sales go on; a date that stayed equal is not in the entry.
      const units = row.incoming + Number(before['incoming'] ?? 0) - Number(after['incoming'] ?? 0)
      const { timeZone } = stores[givenStore(store)]
      const present = row.incoming_at && isoDay(localDay(timeZone, row.incoming_at.getTime()))
      const isDated = 'incomingOn' in before || 'incomingOn' in after
      const dateIn = (side: AuditFields) =>
        isDated ? ((side['incomingOn'] as string | null | undefined) ?? null) : present
      // An import may have set another day.
      const expected = { units: row.incoming, date: dateIn(after) }
      return outcomeOf(
        await setIncoming(trx, actor, {
          sku: toSku(objectId),
          store: givenStore(store),
          units,
          date: dateIn(before),
          expected,
          reason: `undo ${id}`,
        }),
      )
    },
  },
}
