import { Command, InvalidArgumentError, Option } from 'commander'
import { actorKinds, type ActorKind } from '../../domain/audit/actor.ts'
import { listAudit, type StoredAuditEntry } from '../../domain/audit/audit-repository.server.ts'
import type { UndoAnswer } from '../../domain/undo/undo-change.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readCount, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore } from '../../sdk/store-option.ts'

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
  return new Command('audit')
    .description('print who changed what, when and why, and undo it')
    .addCommand(listCommand())
    .addCommand(undoCommand())
}

function undoCommand(): Command {
  return new Command('undo')
    .description('undo a change of a product, a price, stock, a coupon or content')
    .argument('<id>', 'id of the entry, as in anode audit list --json', readLongId)
    .action(async (id: number) => {
      const answer = await withShop(async ({ db, actor }) => {
        const { undoChange } = await import('../../domain/undo/undo-change.server.ts')
        const { reversals } = await import('../../server/reversals.ts')
        const { productEditor } = await import('../../catalogue-import/edit-product.server.ts')
        return undoChange({ db, products: productEditor, reversals }, actor, id)
      })
      if (!answer.ok) throw new Refusal(undoRefusal(answer))
      printFacts({ entry: id, undone: true })
    })
}

function undoRefusal(answer: Extract<UndoAnswer, { ok: false }>): string {
  switch (answer.code) {
    case 'unknown_entry':
      return 'There is no such entry.'
    case 'not_reversible':
      return 'Changes of this kind cannot be undone.'
    case 'changed_since':
      return `Entry ${answer.entry.id} (${answer.entry.action}, ${answer.entry.recordedAt.toISOString()}) changed it since: undo that one first.`
    case 'impossible':
      return `The reverse change is refused: ${answer.reason}.`
  }
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
