import { Command, InvalidArgumentError, Option } from 'commander'
import { actorKinds, type ActorKind } from '../../domain/audit/actor.ts'
import { listAudit, type StoredAuditEntry } from '../../domain/audit/audit-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { printJson, printTable } from '../output.ts'
import { withShop } from '../shop-session.ts'
import { readCount } from './stock.ts'
import { readStore } from './store-option.ts'

interface Options {
  object?: readonly [string, string | undefined]
  actor?: ActorKind
  action?: string
  store?: StoreCode
  since?: Date
  limit: number
  json?: boolean
}

/** `anode audit list`: who changed what. */
export function auditCommand(): Command {
  return new Command('audit').description('print who changed what, when and why').addCommand(listCommand())
}

function listCommand(): Command {
  return new Command('list')
    .description('print the latest changes, newest first')
    .option(
      '--object <kind:id>',
      'changes of one object, such as order:S100001, or of a kind: coupon',
      readObject,
    )
    .addOption(new Option('--actor <kind>', 'changes by this kind of actor').choices(actorKinds))
    .option('--action <name>', 'only this action, such as order.approved')
    .option('--store <code>', 'only changes in this store', readStore)
    .option('--since <time>', 'changes from this ISO time on', readTime)
    .option('--limit <count>', 'at most this many changes', readCount, 50)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  anode audit list --object order:S100001\n  anode audit list --object coupon --actor cli --limit 200 --json',
    )
    .action(async ({ object, actor, json, ...filter }: Options) => {
      const [objectKind, objectId] = object ?? [undefined, undefined]
      const entries = await withShop(({ db }) =>
        listAudit(db, { objectKind, objectId, actorKind: actor, ...filter }),
      )
      if (json)
        printJson(entries.map(({ recordedAt, ...entry }) => ({ at: recordedAt.toISOString(), ...entry })))
      else printTable(entries.map(tableLine), { empty: 'No changes.' })
    })
}

const tableLine = ({
  recordedAt,
  actor,
  action,
  objectKind,
  objectId,
  before,
  after,
  reason,
}: StoredAuditEntry) => ({
  at: recordedAt.toISOString(),
  actor: actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`,
  action,
  object: `${objectKind} ${objectId}`,
  change: describeChange(before, after),
  reason,
})

/** `status: held → received, total: 100` */
function describeChange(before: StoredAuditEntry['before'], after: StoredAuditEntry['after']): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .flatMap((name) => {
      const [former, latter] = [before?.[name], after?.[name]].map((value) =>
        value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value),
      )
      if (former === undefined) return latter === 'null' ? [] : `${name}: ${latter}`
      return `${name}: ${former} → ${latter ?? 'removed'}`
    })
    .join(', ')
}

function readObject(text: string): [string, string | undefined] {
  const [, kind, id] = /^([a-z_]+)(?::(.+))?$/.exec(text) ?? []
  if (kind === undefined) throw new InvalidArgumentError('Give a kind, such as order, or kind:id.')
  return [kind, id]
}

function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give an ISO time.')
  return time
}
