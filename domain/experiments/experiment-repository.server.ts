/** The only SQL for experiments: reads the running ones. The operator writes them (docs/operations.md). */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Experiment } from './experiment.ts'

/** Experiments that run in a store at `now`: start inclusive, end exclusive; variants by key. */
export async function runningExperiments(db: Kysely<DB>, store: StoreCode, now: Date): Promise<Experiment[]> {
  const rows = await db
    .selectFrom('experiment')
    .innerJoin('experiment_variant', 'experiment_variant.experiment_key', 'experiment.key')
    .select(['experiment.key', 'experiment_variant.key as variant', 'experiment_variant.weight'])
    .where('experiment.starts_at', '<=', now)
    .where('experiment.ends_at', '>', now)
    .where((eb) => eb(eb.val(store), '=', eb.fn.any('experiment.stores')))
    .orderBy('experiment.key')
    .orderBy('experiment_variant.key')
    .execute()
  const experiments = new Map<string, { key: string; weight: number }[]>()
  for (const { key, variant, weight } of rows) {
    const variants = experiments.get(key)
    if (variants) variants.push({ key: variant, weight })
    else experiments.set(key, [{ key: variant, weight }])
  }
  return [...experiments].map(([key, variants]) => ({ key, variants }))
}
