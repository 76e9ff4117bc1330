/** Who changed what, with the values before and after; what can be undone is undone here. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { auditPeople, auditRow } from '../../../contract/admin/audit.ts'
import { Button } from '../../../ui/button.tsx'
import { entriesOf } from '../../../modules/modules.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Page } from '../../shell/page.tsx'
import { storeName } from '../../store-name.ts'
import { actionText, actorText, Changes, reasonText } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import { auditOptions } from './audit-options.ts'
import styles from './audit.module.css'

type AuditRow = z.infer<typeof auditRow>

export const handle: PageHandle = { storeFilter: true }

interface AuditData {
  page: TableAnswer<AuditRow>
  people: z.infer<typeof auditPeople>['people']
}

export async function loader(given: LoaderFunctionArgs): Promise<AuditData> {
  const [page, { people }] = await Promise.all([
    loadTable<AuditRow>(apiPaths.audit, given),
    readApi<z.infer<typeof auditPeople>>(apiPaths.auditPeople, given.request.signal),
  ])
  return { page, people }
}

export function Component() {
  const { t } = useTexts()
  const [undone, setUndone] = useState<AuditRow | null>(null)
  const { page, people } = useLoaderData<AuditData>()
  return (
    <Page title={t('section.audit')}>
      <DataTable terms={useAuditTerms(people, setUndone)} page={page} views={<SavedViews name="audit" />} />
      {undone && <UndoDialog row={undone} onClose={() => setUndone(null)} />}
    </Page>
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

function useAuditTerms(people: AuditData['people'], onUndo: (row: AuditRow) => void): TableTerms<AuditRow> {
  const words = useTexts()
  const { t, dateTime } = words
  const { stores, resources } = useSession()
  return {
    label: t('section.audit'),
    searchLabel: t('audit.search'),
    defaultSort: '-at',
    keyOf: ({ id }) => String(id),
    exportPath: apiPaths.audit,
    rowActions: (row) =>
      row.canUndo && (
        <Button size="small" onClick={() => onUndo(row)}>
          {t('audit.undo')}
        </Button>
      ),
    columns: [
      {
        name: 'at',
        label: t('audit.at'),
        sort: 'at',
        cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
      },
      {
        name: 'actor',
        label: t('audit.actor'),
        cell: ({ actor, actorId: id, actorName: name, actorPerson: person }) => (
          <span className={styles.who}>{actorText({ kind: actor, id, name, person }, t)}</span>
        ),
      },
      {
        name: 'action',
        label: t('audit.action'),
        cell: ({ action }) => (
          <span className={styles.words} title={action}>
            {actionText(action, t)}
          </span>
        ),
      },
      { name: 'object', label: t('audit.object'), cell: (row) => <ObjectLink row={row} /> },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => store && storeName(store) },
      {
        name: 'after',
        label: t('audit.change'),
        cell: ({ action, before, after, store }) => (
          <div className={styles.change}>
            <Changes action={action} before={before} after={after} store={store} />
          </div>
        ),
      },
      {
        name: 'reason',
        label: t('order.reason'),
        cell: ({ reason }) => reason && <span className={styles.words}>{reasonText(reason, words)}</span>,
      },
    ],
    filters: [
      {
        name: 'actor',
        label: t('audit.actor'),
        kind: 'options',
        options: [
          { value: 'staff', label: t('actor.staff') },
          { value: 'key', label: t('actor.key') },
          { value: 'cli', label: t('actor.cli') },
          { value: 'job', label: t('actor.job') },
          { value: 'buyer', label: t('actor.buyer') },
          { value: 'provider', label: t('actor.provider') },
          { value: 'system', label: t('actor.system') },
        ],
      },
      {
        name: 'staff',
        label: t('audit.person'),
        kind: 'options',
        options: people.map(({ id, name }) => ({ value: String(id), label: name })),
      },
      { name: 'at', label: t('audit.at'), kind: 'days' },
      {
        name: 'kind',
        label: t('audit.kind'),
        kind: 'options',
        options: auditOptions('object.', words, resources),
      },
      {
        name: 'action',
        label: t('audit.action'),
        kind: 'options',
        options: auditOptions('action.', words, resources),
      },
      { name: 'object', label: t('audit.object'), kind: 'text' },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: stores.map(({ code, name }) => ({ value: code, label: name })),
      },
    ],
  }
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
