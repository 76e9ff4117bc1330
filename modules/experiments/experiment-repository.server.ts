/** The only SQL for experiments: the running ones, as `anode experiment` starts and stops them, and their results. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
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

export interface NewExperiment extends Experiment {
  stores: readonly StoreCode[]
  startsAt: Date
  endsAt: Date
}

/** Starts an experiment. False: there is or was one with this key, whose results a second one would falsify. */
export async function startExperiment(
  db: Kysely<DB>,
  actor: Actor,
  { key, variants, stores, startsAt, endsAt }: NewExperiment,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const written = await trx
      .insertInto('experiment')
      .values({ key, stores: [...stores], starts_at: startsAt, ends_at: endsAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!written.numInsertedOrUpdatedRows) return false
    await trx
      .insertInto('experiment_variant')
      .values(variants.map((variant) => ({ experiment_key: key, ...variant })))
      .execute()
    const after = { stores, variants, endsAt: endsAt.toISOString() }
    record({ action: 'experiment.start', object: ['experiment', key], after })
    return true
  })
}

/** Ends a running experiment; its results stay. False: none of that key runs. */
export async function stopExperiment(db: Kysely<DB>, actor: Actor, key: string, now: Date): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    // One that has not begun ends as soon as it begins.
    const { rows } = await sql`
      update experiment set ends_at = greatest(${now}::timestamptz, starts_at + interval '1 millisecond')
      where key = ${key} and ends_at > ${now} returning 1`.execute(trx)
    if (rows.length === 0) return false
    record({ action: 'experiment.stop', object: ['experiment', key] })
    return true
  })
}

export interface ListedExperiment {
  key: string
  stores: StoreCode[]
  starts_at: Date
  ends_at: Date
}

export async function listExperiments(db: Kysely<DB>): Promise<ListedExperiment[]> {
  // Stores as text: the driver reads arrays of the shop's own types as strings.
  const { rows } = await sql<ListedExperiment>`
    select key, stores::text[] as stores, starts_at, ends_at from experiment order by starts_at desc, key`.execute(
    db,
  )
  return rows
}

/** What visitors did with a variant in a store, in all days together. */
export interface VariantResult {
  store: StoreCode
  variant: string
  views: number
  orders: number
}

export async function experimentResults(db: Kysely<DB>, key: string): Promise<VariantResult[]> {
  const { rows } = await sql<VariantResult>`
    select store, variant_key as variant, sum(views)::bigint as views, sum(orders)::bigint as orders
    from experiment_count where experiment_key = ${key} group by store, variant_key order by store, variant_key`.execute(
    db,
  )
  return rows
}

/** A visitor's variant of an experiment. */
export interface ShownVariant {
  experiment: string
  variant: string
}

/** Counts a visit that saw a variant, or an order after it; unless the experiment runs in the store, nothing. */
export async function countVariants(
  db: Kysely<DB>,
  store: StoreCode,
  what: 'view' | 'order',
  shown: readonly ShownVariant[],
  now: Date,
): Promise<void> {
  if (shown.length === 0) return
  const [views, orders] = what === 'view' ? [1, 0] : [0, 1]
  await sql`
    insert into experiment_count as known (experiment_key, variant_key, store, day, views, orders)
    select distinct v.experiment_key, v.key, ${store}::store_code, ${now.toISOString().slice(0, 10)}::date,
      ${views}::bigint, ${orders}::bigint
    from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as given (experiment text, variant text)
    join experiment_variant v on v.experiment_key = given.experiment and v.key = given.variant
    join experiment e on e.key = v.experiment_key
    where ${store}::store_code = any(e.stores) and e.starts_at <= ${now} and e.ends_at > ${now}
    order by 1, 2
    on conflict (experiment_key, variant_key, store, day)
      do update set views = known.views + excluded.views, orders = known.orders + excluded.orders`.execute(db)
}
