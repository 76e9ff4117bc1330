/** Opens the stores that nobody has decided about, for a shop that is not a merchant's: the demo, and tests. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { closedAtFirst } from './closed-at-first.ts'

export async function openNewStores(db: Kysely<DB>, actor: Actor): Promise<void> {
  await audited(db, actor, async (trx) => {
    await trx
      .deleteFrom('store_setting')
      .where('section', '=', 'opening')
      .where('version', '=', closedAtFirst)
      // The first change of a merchant has the same version.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('audit_entry')
              .select('audit_entry.id')
              .where('audit_entry.action', '=', 'settings.change')
              .where('audit_entry.object_kind', '=', 'settings')
              .where('audit_entry.object_id', '=', 'opening')
              .whereRef('audit_entry.store', '=', 'store_setting.store'),
          ),
        ),
      )
      .execute()
  })
}
