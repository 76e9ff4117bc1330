/** Who changed what, with the values before and after; what can be undone is undone here. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { auditPeople } from '../../../contract/admin/audit.ts'
import { Button } from '../../../ui/button.tsx'
import { entriesOf } from '../../../modules/modules.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { actionText, actorText, Changes, reasonText } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import { loadList, ResourceList } from '../resources/resource-list.tsx'
import { useResource } from '../resources/use-resource.ts'
import { auditOptions } from './audit-options.ts'
import styles from './audit.module.css'

/** What the cells need of a row. */
interface AuditRow {
  id: number
  at: string
  actor: string
  actorId: string | null
  actorName: string | null
  actorPerson: string | null
  store: string | null
  action: string
  /** `order:S100001` */
  object: string
  sku: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  canUndo: boolean
}

export const handle: PageHandle = { storeFilter: true }

type People = z.infer<typeof auditPeople>

/** The page of rows, with the people that the list can be filtered by. */
export async function loader(given: LoaderFunctionArgs) {
  const [page, { people }] = await Promise.all([
    loadList('audit', given),
    readApi<People>(apiPaths.auditPeople, given.request.signal),
  ])
  return { ...page, people }
}

export function Component() {
  const words = useTexts()
  const { t, dateTime } = words
  const { people } = useLoaderData<People>()
  const { resources } = useSession()
  const [undone, setUndone] = useState<AuditRow | null>(null)
  return (
    <>
      <ResourceList<AuditRow>
        resource={useResource('audit')}
        names={{
          staff: people.map(({ id, name }) => ({ value: String(id), label: name })),
          kind: auditOptions('object.', words, resources),
          action: auditOptions('action.', words, resources),
        }}
        rowActions={(row) =>
          row.canUndo && (
            <Button size="small" onClick={() => setUndone(row)}>
              {t('audit.undo')}
            </Button>
          )
        }
        cells={{
          at: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
          actor: ({ actor, actorId: id, actorName: name, actorPerson: person }) => (
            <span className={styles.who}>{actorText({ kind: actor, id, name, person }, t)}</span>
          ),
          action: ({ action }) => (
            <span className={styles.words} title={action}>
              {actionText(action, t)}
            </span>
          ),
          object: (row) => <ObjectLink row={row} />,
          after: ({ action, before, after, store }) => (
            <div className={styles.change}>
              <Changes action={action} before={before} after={after} store={store} />
            </div>
          ),
          reason: ({ reason }) => reason && <span className={styles.words}>{reasonText(reason, words)}</span>,
        }}
      />
      {undone && <UndoDialog row={undone} onClose={() => setUndone(null)} />}
    </>
  )
}

function UndoDialog({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      title={t('audit.undo_title')}
      description={t('audit.undo_text')}
      action={t('audit.undo')}
      change={useChange('POST', apiPaths.undo(row.id), { done: t('audit.undone') })}
      onClose={onClose}
    >
      <Changes action={row.action} before={row.after} after={row.before} store={row.store} />
    </ConfirmDialog>
  )
}

/** A link where the object has a page; other objects are named as the audit names them. */
function ObjectLink({ row: { object, sku, store } }: { row: AuditRow }) {
  const { t } = useTexts()
  const [kind = '', id = ''] = object.split(/:(.*)/s)
  if (kind === 'order') return <Link to={paths.order(id)}>{id}</Link>
  if (kind === 'product') return <Link to={paths.product(id)}>{id}</Link>
  if (kind === 'coupon') return <Link to={paths.coupon(id)}>{id}</Link>
  if (kind === 'job') return <Link to={paths.job(id)}>{t('jobs.job', { id })}</Link>
  const to = pageOf({ kind, id, sku, store })
  const text = `${t(`object.${kind}` as AdminKey)} ${sku ?? id}`
  if (to !== null) return <Link to={to}>{text}</Link>
  return (
    <span className={styles.object} title={object}>
      {text}
    </span>
  )
}

/** The page of an object whose id says too little to be a link by itself; null: it has none. */
function pageOf({
  kind,
  id,
  sku,
  store,
}: Pick<AuditRow, 'sku' | 'store'> & { kind: string; id: string }): string | null {
  switch (kind) {
    case 'account':
      return paths.customer(id)
    case 'settings':
      return store === null ? paths.settings : paths.settingsOf(store)
    case 'stock':
      return sku === null || store === null ? null : paths.stockOf(store, sku)
    case 'price':
      return sku === null ? null : paths.product(sku)
    case 'staff':
      return paths.staff
    case 'api_key':
      return paths.row('api-keys', id)
    default:
      return (
        entriesOf('auditObjects')
          .get(kind as never)
          ?.page?.replace(':id', encodeURIComponent(id)) ?? null
      )
  }
}
