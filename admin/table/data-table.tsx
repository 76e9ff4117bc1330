/**
 * The table of the back office. Its whole state is in the address, so that reload, back and a shared link show
 * the same rows; the rows of the last view stay until the next ones are there.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import type { TableAnswer } from '../../contract/admin/table.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../texts.tsx'
import { usePageActions } from '../shell/page-actions.ts'
import { BulkBar, SelectPage, SelectRow } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportLinks } from './export-link.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Column, TableTerms } from './table-terms.ts'
import { useSelection } from './selection.ts'
import { changeView, readView, shownColumns, type View, type ViewChange } from './view.ts'
import styles from './data-table.module.css'

export function DataTable<Row>({
  terms,
  page,
  views,
}: {
  terms: TableTerms<Row>
  page: TableAnswer<Row>
  /** Saved views, beside the search. */
  views?: ReactNode
}) {
  const { t, number } = useTexts()
  const [parameters, setParameters] = useSearchParams()
  const location = useLocation()
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading'
  const body = useRef<HTMLTableSectionElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const view = readView(parameters)
  const columns = shownColumns(terms.columns, view.columns)
  // The next change builds on one whose rows are still loading.
  const pending =
    navigation.location?.pathname === location.pathname
      ? new URLSearchParams(navigation.location.search)
      : parameters
  const change = (next: ViewChange, replace = false) =>
    setParameters(changeView(pending, next), { replace, preventScrollReset: true })
  const trail = trailOf(location.state)
  const moveFocus = (step: 1 | -1) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const current = links.findIndex((link) => link === document.activeElement)
    links[current < 0 ? 0 : Math.min(links.length - 1, Math.max(0, current + step))]?.focus()
  }
  usePageActions([
    {
      id: 'table-search',
      label: terms.searchLabel,
      group: 'page',
      keys: '/',
      run: () => search.current?.focus(),
    },
    { id: 'table-next-row', label: t('table.next_row'), group: 'page', keys: 'j', run: () => moveFocus(1) },
    {
      id: 'table-previous-row',
      label: t('table.previous_row'),
      group: 'page',
      keys: 'k',
      run: () => moveFocus(-1),
    },
  ])
  const selection = useSelection()
  const isSelectable = (terms.bulkActions ?? []).length > 0
  const hasFilters = view.search !== '' || Object.keys(view.filters).length > 0
  return (
    <section className={styles.table} aria-label={terms.label}>
      <div className={styles.tools}>
        <SearchField
          field={search}
          label={terms.searchLabel}
          value={view.search}
          onChange={(text) => change({ search: text }, true)}
        />
        {views}
        <div className={styles.looks}>
          <ColumnsMenu
            columns={terms.columns}
            shown={columns.map(({ name }) => name)}
            isCompact={view.isCompact}
            onChange={change}
          />
          {terms.exportPath !== undefined && (
            <ExportLinks
              path={terms.exportPath}
              query={exportQuery(parameters, columns)}
              count={page.count}
              isPersonal={terms.isPersonal ?? false}
            />
          )}
        </div>
      </div>
      <FilterBar filters={terms.filters} values={view.filters} onChange={change} />
      <p className={styles.count} role="status">
        {page.countIsExact
          ? t('table.count', { count: page.count })
          : t('table.count_more', { count: number(page.count) })}
      </p>
      {isSelectable && <BulkBar terms={terms} page={page} selection={selection} />}
      {page.rows.length === 0 ? (
        <EmptyState
          title={<h2>{t(hasFilters ? 'table.nothing_matches' : 'table.empty')}</h2>}
          text={hasFilters ? t('table.nothing_matches_text') : (terms.emptyText ?? t('table.empty_text'))}
        >
          {hasFilters && (
            <Button size="small" onClick={() => change({ search: '', clearFilters: true })}>
              {t('table.clear')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <div className={styles.frame} role="group" aria-label={terms.label} aria-busy={isLoading}>
          <table
            className={styles.rows}
            data-compact={view.isCompact || undefined}
            // In a narrow window the buttons of a row would cover its other cells.
            data-stacks={terms.rowActions !== undefined || undefined}
          >
            <caption className="visually-hidden">{terms.label}</caption>
            <thead>
              <tr>
                {isSelectable && <SelectPage terms={terms} rows={page.rows} selection={selection} />}
                {columns.map((column) => (
                  <Heading
                    key={column.name}
                    column={column}
                    sort={view.sort ?? terms.defaultSort}
                    onSort={(sort) => change({ sort: sort === terms.defaultSort ? null : sort })}
                  />
                ))}
                {terms.rowActions && (
                  <th scope="col">
                    <span className="visually-hidden">{t('table.actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={body}>
              {page.rows.map((row) => (
                <tr key={terms.keyOf(row)}>
                  {isSelectable && <SelectRow terms={terms} row={row} selection={selection} />}
                  {columns.map((column, index) => (
                    <Cell key={column.name} isFirst={index === 0} terms={terms} column={column} row={row} />
                  ))}
                  {terms.rowActions && <td className={styles.actions}>{terms.rowActions(row)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Paging parameters={parameters} view={view} next={page.next} trail={trail} />
    </section>
  )
}

function Cell<Row>({
  isFirst,
  terms,
  column,
  row,
}: {
  isFirst: boolean
  terms: TableTerms<Row>
  column: Column<Row>
  row: Row
}) {
  const content = column.cell(row)
  const className = column.isNumber ? styles.number : undefined
  if (!isFirst || terms.pathOf === undefined)
    return (
      <td className={className} data-label={isFirst ? undefined : column.label}>
        {content}
      </td>
    )
  return (
    <th scope="row" className={className}>
      <Link className={styles.link ?? ''} to={terms.pathOf(row)} data-row>
        {content}
      </Link>
    </th>
  )
}

function Heading<Row>({
  column: { label, sort: by, isNumber },
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string
  onSort: (sort: string) => void
}) {
  const className = isNumber ? styles.number : undefined
  if (by === undefined)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(direction === 'descending' ? by : `-${by}`)}
      >
        {label}
        <span className={styles.direction} aria-hidden="true">
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}
        </span>
      </button>
    </th>
  )
}

/** How long after the last key the search is made. */
const searchDelayMilliseconds = 250

function SearchField({
  field,
  label,
  value,
  onChange,
}: {
  field: React.RefObject<HTMLInputElement | null>
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back and a cleared view change the address from outside.
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <label className={styles.search}>
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(target.value.trim()), searchDelayMilliseconds)
        }}
      />
    </label>
  )
}

/**
 * Pages go forwards by the key of their last row. The way back is kept with the entry of the browser's history;
 * a shared link of a later page leads back to the first one.
 */
function Paging({
  parameters,
  view,
  next,
  trail,
}: {
  parameters: URLSearchParams
  view: View
  next: string | null
  trail: readonly string[]
}) {
  const { t } = useTexts()
  if (view.after === null && next === null) return null
  const to = (after: string | null) => ({ search: `?${changeView(parameters, { after })}` })
  const previous = trail.at(-2) ?? null
  return (
    <nav className={styles.paging} aria-label={t('table.pages')}>
      {view.after !== null && (
        <Link className={styles.tool ?? ''} to={to(previous)} state={{ trail: trail.slice(0, -1) }}>
          {trail.length > 1 ? t('table.previous') : t('table.first')}
        </Link>
      )}
      {next !== null && (
        <Link
          className={styles.tool ?? ''}
          to={to(next)}
          state={{ trail: [...(view.after === null ? [] : trail), next] }}
        >
          {t('table.next')}
        </Link>
      )}
    </nav>
  )
}

/** The `after` of this page and of the pages before it, as far as the history entry knows. */
function trailOf(state: unknown): readonly string[] {
  const trail = (state as { trail?: unknown } | null)?.trail
  return Array.isArray(trail) ? trail.filter((key) => typeof key === 'string') : []
}

/** The query of the export: exactly the view, with its columns, of all pages. */
function exportQuery<Row>(parameters: URLSearchParams, columns: readonly Column<Row>[]): string {
  const query = changeView(parameters, { after: null, columns: columns.map(({ name }) => name) })
  return query.toString()
}
