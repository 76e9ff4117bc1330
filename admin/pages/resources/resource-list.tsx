/** A list that is declared once: its rows, what can be done with them, and a way to add one. */
import { useState, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { ResourceDescription, ResourceRow } from '../../../contract/admin/resources.ts'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { ActionButtons, type ButtonAction } from '../../shell/action-buttons.tsx'
import { Page } from '../../shell/page.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { Filter, FilterOption, TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import { useFieldFilter } from '../fields/use-field-filter.ts'
import { BulkChange, type ChosenBulk } from './bulk-change.tsx'
import { cellOf, titleOf } from './resource-cell.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import { RowActions } from './row-actions.tsx'

/** For the loader of a page that shows the list. */
export const loadList = (name: string, given: LoaderFunctionArgs) =>
  loadTable<ResourceRow>(apiPaths.resource(name), given)

/** What a page writes by hand of the list that it shows. `Row`: the fields that it uses. */
interface OwnParts<Row> {
  /** The buttons of a row, in place of those of the declared actions. */
  rowActions?: (row: Row) => ReactNode
  /** Cells of the columns of these fields. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** What filters by names offer; without any they are typed. */
  names?: Readonly<Record<string, readonly FilterOption[]>>
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
  { rowActions, cells = {}, names = {} }: OwnParts<ResourceRow>,
  onBulk: (chosen: ChosenBulk) => void,
): TableTerms<ResourceRow> {
  const texts = useTexts()
  const { t } = texts
  const session = useSession()
  const { name, key, fields, actions } = resource
  const ofFields = useFieldFilter(resource.filters.find(({ kind }) => kind === 'fields')?.object ?? null)
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
    nameOf: (row) => titleOf(t, resource, row),
    ...(hasLink && { pathOf: (row: ResourceRow) => paths.row(name, String(row[key]), storeOf(row)) }),
    ...((!resource.isPersonal || can(session, 'export:personal')) && { exportPath: apiPaths.resource(name) }),
    isPersonal: resource.isPersonal,
    ...(actions.length > 0 && {
      rowActions: (row: ResourceRow) => <RowActions resource={resource} row={row} />,
    }),
    ...(rowActions && { rowActions }),
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
      isNumber: field.kind === 'integer',
      isHidden: field.shown === 'chosen',
    })),
    filters: resource.filters.flatMap(({ name: filter, kind, options, field }): Filter | Filter[] => {
      const label =
        kind === 'stores'
          ? t('orders.store')
          : field === null
            ? words.filter(filter)
            : words.field({ name: field, inStore: null })
      switch (kind) {
        case 'days':
        case 'flag':
        case 'text':
          return { name: filter, label, kind }
        case 'names': {
          const offered = names[filter]
          return offered
            ? { name: filter, label, kind: 'options', options: offered }
            : { name: filter, label, kind: 'text' }
        }
        case 'stores':
          return {
            name: filter,
            label,
            kind: 'options',
            options: session.stores.map(({ code, name: country }) => ({ value: code, label: country })),
          }
        case 'fields':
          return ofFields
        case 'options':
          return {
            name: filter,
            label,
            kind: 'options',
            options: options.map((code) => ({
              value: code,
              label: field === null ? code : words.code(field, code),
            })),
          }
      }
    }),
  }
}
