/** What happened to a thing, newest first: who, when, what, with the values before and after. */
import type { ReactNode } from 'react'
import { useTexts, type AdminKey, type Translate } from '../texts.tsx'
import styles from './timeline.module.css'

export interface TimelineEntry {
  id: number
  at: string
  actor: { kind: string; id: string | null; name: string | null }
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
  const { t, dateTime } = useTexts()
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
          {entry.reason !== null && <p>{entry.reason}</p>}
          <Changes before={entry.before} after={entry.after} />
        </li>
      ))}
    </ol>
  )
}

/** `coupon.create` → "Coupon created". A test requires a text for every action that is recorded. */
export function actionText(action: string, t: Translate): string {
  return t(`action.${action}` as AdminKey)
}

/** `stock_reason` → "stock reason": a field as the audit and the exports name it. */
export const fieldText = (name: string): string => name.replaceAll(/[._]/g, ' ')

export function actorText({ kind, id, name }: TimelineEntry['actor'], t: Translate): string {
  if (name !== null) return name
  const kinds = {
    staff: t('actor.staff'),
    cli: t('actor.cli'),
    job: t('actor.job'),
    buyer: t('actor.buyer'),
    agent: t('actor.agent'),
    provider: t('actor.provider'),
  } as const
  const word = kind in kinds ? kinds[kind as keyof typeof kinds] : kind
  return id === null ? word : `${word} ${id}`
}

/** Each changed field: the old value struck, the new one beside it. */
export function Changes({
  before,
  after,
}: {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <dl className={styles.changes}>
      {names.map((name) => {
        const [old, next] = [before?.[name], after?.[name]]
        return (
          <div key={name} className={styles.change}>
            <dt>{fieldText(name)}</dt>
            <dd>
              {old !== undefined && old !== null && <del>{valueText(old)}</del>}{' '}
              {next !== undefined && next !== null && <ins>{valueText(next)}</ins>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
