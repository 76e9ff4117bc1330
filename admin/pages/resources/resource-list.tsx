/** A list that is declared once: its rows, what can be done with them, and a way to add one. */
import { useState, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { ResourceDescription, ResourceRow } from '../../../contract/admin/resources.ts'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { storeName } from '../../store-name.ts'
import { ActionButtons, type ButtonAction } from '../../shell/action-buttons.tsx'
import { Page } from '../../shell/page.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { BulkAction, TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import { BulkChange, type ChosenBulk } from './bulk-change.tsx'
import { cellOf, titleOf } from './resource-cell.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import { RowActions } from './row-actions.tsx'
import { useFilters, type OfferedNames } from './use-filters.ts'

/** For the loader of a page that shows the list. */
export const loadList = (name: string, given: LoaderFunctionArgs) =>
  loadTable<ResourceRow>(apiPaths.resource(name), given)

/** What a page writes by hand of the list that it shows. `Row`: the fields that it uses. */
interface OwnParts<Row> {
  /** The buttons of a row, in place of those of the declared actions. */
  rowActions?: (row: Row) => ReactNode
  /** Cells of the columns of these fields. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  names?: OfferedNames
  /** The page of a row, where that is not at the address of its key. */
  pathOf?: (row: Row) => string
  /** Fields whose columns people add otherwise. */
  alsoShown?: readonly string[]
  /** What is done with several rows, in place of the declared actions. */
  bulkActions?: readonly BulkAction<Row>[]
  /** What to do while the list is empty. */
  emptyText?: string
  /** What its page leads to, in place of the form of a new row. */
  links?: readonly ButtonAction[]
}

export function ResourceList<Row = ResourceRow>({
  resource,
  ...own
}: { resource: ResourceDescription } & OwnParts<Row>) {
  const { t } = useTexts()
  const session = useSession()
  const page = useLoaderData<TableAnswer<ResourceRow>>()
  const { name, form } = resource
  const words = resourceWords(t, resource)
  const [bulk, setBulk] = useState<ChosenBulk | null>(null)
  return (
    <Page
      title={words.title}
      intro={resource.hasIntro ? words.intro : undefined}
      actions={
        own.links ? (
          <ActionButtons actions={own.links} />
        ) : (
          form?.creates &&
          can(session, form.permission) && (
            <ActionButtons actions={[{ id: 'new', label: words.new, to: paths.newRow(name) }]} />
          )
        )
      }
    >
      {/* Another list is another table, with its own search and selection. */}
      <DataTable
        key={name}
        terms={useTerms(resource, own as unknown as OwnParts<ResourceRow>, setBulk)}
        page={page}
        views={<SavedViews name={name} />}
      />
      {bulk && <BulkChange resource={resource} chosen={bulk} onClose={() => setBulk(null)} />}
    </Page>
  )
}

function useTerms(
  resource: ResourceDescription,
  { rowActions, cells = {}, names, pathOf, alsoShown = [], bulkActions, emptyText }: OwnParts<ResourceRow>,
  onBulk: (chosen: ChosenBulk) => void,
): TableTerms<ResourceRow> {
  const texts = useTexts()
  const { t } = texts
  const session = useSession()
  const { name, key, fields, actions } = resource
  const bulk = resource.bulk.filter(({ permission }) => can(session, permission))
  const words = resourceWords(t, resource)
  const columns = fields.filter(({ shown }) => shown === 'always' || shown === 'chosen')
  const storeOf = (row: ResourceRow) =>
    resource.isKeyOfStore ? String(row[resource.store ?? '']) : undefined
  const hasLink = resource.rowPage !== 'none' && columns[0]?.linksTo === null
  return {
    label: words.title,
    searchLabel: words.search,
    defaultSort: resource.defaultSort,
    keyOf: (row) => `${storeOf(row) ?? ''} ${String(row[key])}`,
    nameOf: (row) => {
      const store = storeOf(row)
      return store === undefined ? titleOf(t, resource, row) : `${String(row[key])}, ${storeName(store)}`
    },
    ...(emptyText !== undefined && { emptyText }),
    ...(hasLink && { pathOf: (row: ResourceRow) => paths.row(name, String(row[key]), storeOf(row)) }),
    ...((!resource.isPersonal || can(session, 'export:personal')) && { exportPath: apiPaths.resource(name) }),
    isPersonal: resource.isPersonal,
    ...(actions.length > 0 && {
      rowActions: (row: ResourceRow) => <RowActions resource={resource} row={row} />,
    }),
    ...(rowActions && { rowActions }),
    ...(pathOf && { pathOf }),
    ...(bulkActions && bulkActions.length > 0 && { bulkActions }),
    ...(bulk.length > 0 && {
      bulkActions: bulk.map(({ name: action }) => ({
        label: words.action(action),
        run: (target: ChosenBulk['target'], done: () => void) => onBulk({ action, target, done }),
      })),
    }),
    columns: columns.map((field) => ({
      name: field.name,
      label: field.kind === 'store' || field.kind === 'stores' ? t('orders.store') : words.field(field),
      cell: cells[field.name] ?? ((row) => cellOf(resource, field, row, texts)),
      ...(field.sort !== null && { sort: field.sort }),
      isNumber: field.kind === 'integer' || field.kind === 'amount',
      isHidden: field.shown === 'chosen' && !alsoShown.includes(field.name),
    })),
    filters: useFilters(resource, names),
  }
}
