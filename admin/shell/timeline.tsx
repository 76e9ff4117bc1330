/** What happened to a thing, newest first: who, when, what, with the values before and after. */
import type { ReactNode } from 'react'
import { useTexts, type AdminKey, type Translate, type Words } from '../texts.tsx'
import { changedFields, codeText } from './change-words.ts'
import { useSession } from '../session.ts'
import { listWords } from './resource-words.ts'
import { storeCurrency, storeName } from '../store-name.ts'
import styles from './timeline.module.css'

export interface TimelineEntry {
  id: number
  at: string
  actor: { kind: string; id: string | null; name: string | null; person: string | null }
  /** Null: the change belongs to no store. */
  store: string | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

export function Timeline({
  entries,
  actionsOf,
}: {
  entries: readonly TimelineEntry[]
  /** Buttons of an entry, such as undo. */
  actionsOf?: (entry: TimelineEntry) => ReactNode
}) {
  const words = useTexts()
  const { t, dateTime } = words
  if (entries.length === 0) return <p>{t('timeline.empty')}</p>
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div className={styles.head}>
            <b>{actionText(entry.action, t)}</b>
            <span className={styles.who}>
              {actorText(entry.actor, t)} · <time dateTime={entry.at}>{dateTime(entry.at)}</time>
            </span>
            {actionsOf?.(entry)}
          </div>
          {entry.reason !== null && <p>{reasonText(entry.reason, words)}</p>}
          <Changes {...entry} />
        </li>
      ))}
    </ol>
  )
}

/** `coupon.create` → "Coupon created". A test requires a text for every action that is recorded. */
export function actionText(action: string, t: Translate): string {
  return t(`action.${action}` as AdminKey)
}

/**
 * A reason that staff chose from a list is kept as its code, jobs name themselves and the job that they undo, after
 * what a person wrote: "Advent · job 4", an undo names its entry,
 * a restore when its version was made, and a change of stock its reference.
 */
export function reasonText(reason: string, { t, dateTime }: Pick<Words, 't' | 'dateTime'>): string {
  return reason
    .split(' · ')
    .map((part) => {
      const [, undo, id] = /^(undo )?job (\d+)$/.exec(part) ?? []
      if (id !== undefined) return t(undo === undefined ? 'jobs.job' : 'jobs.undo_of', { id })
      const [, undone] = /^undo (\d+)$/.exec(part) ?? []
      if (undone !== undefined) return t('audit.undo_of', { id: undone })
      const [, version] = /^version (\d{4}-\S+Z)$/.exec(part) ?? []
      if (version !== undefined) return t('product.version_of', { at: dateTime(version) })
      const [, stockReason, reference] = /^(delivery|return|damage|correction)(?:: (.+))?$/.exec(part) ?? []
      if (stockReason !== undefined) {
        const label = t(`product.stock_${stockReason}` as AdminKey)
        return reference === undefined ? label : `${label}: ${reasonText(reference, { t, dateTime })}`
      }
      return codeText(t, 'reason', part) ?? part
    })
    .join(' · ')
}

export function actorText({ kind, id, name, person }: TimelineEntry['actor'], t: Translate): string {
  if (kind === 'key' && name !== null) return t('actor.key_of', { name, person: person ?? '?' })
  if (name !== null) return name
  const kinds = {
    staff: t('actor.staff'),
    key: t('actor.key'),
    cli: t('actor.cli'),
    job: t('actor.job'),
    buyer: t('actor.buyer'),
    system: t('actor.system'),
    provider: t('actor.provider'),
  } as const
  const word = kind in kinds ? kinds[kind as keyof typeof kinds] : kind
  return id === null ? word : `${word} ${id}`
}

/** Each changed field: the old value struck, the new one beside it. */
export function Changes({
  action = null,
  before,
  after,
  store = null,
  reason = null,
}: Pick<TimelineEntry, 'before' | 'after'> & { action?: string | null } & Partial<
    Pick<TimelineEntry, 'store' | 'reason'>
  >) {
  const words = useTexts()
  const { resources } = useSession()
  const fields = changedFields(
    { before, after, store },
    {
      ...words,
      currencyOf: storeCurrency,
      nameOf: storeName,
      lists: listWords(words.t, resources, action),
    },
  ).filter(
    // Shown above the fields.
    ({ name }) => name !== 'reason' || after?.['reason'] !== reason,
  )
  if (fields.length === 0) return null
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field.name} className={styles.change}>
          <dt>{field.label}</dt>
          <dd>
            {field.before !== null && <del>{field.before}</del>}{' '}
            {field.after !== null && <ins>{field.after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
