/** Prices as a spreadsheet: changes are collected, checked with the 30-day lowest prices, and saved as one job. */
import { useMemo, useRef, useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { priceGridAnswer } from '../../../contract/admin/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { ActionButtons } from '../../shell/action-buttons.tsx'
import { Select } from '../../shell/form.tsx'
import { usePageActions } from '../../shell/page-actions.ts'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { Page } from '../../shell/page.tsx'
import { storeName } from '../../store-name.ts'
import { FilterBar } from '../../table/filter-bar.tsx'
import { changeView, readView, type ViewChange } from '../../table/view.ts'
import { useTexts, type Translate } from '../../texts.tsx'
import { useProductFilters } from '../products/product-filters.ts'
import type { PageHandle } from '../../shell/store-choice.ts'
import { edit, noEdits, redo, undo, without, type CellEdit } from './grid-edits.ts'
import {
  cellsOf,
  readCells,
  shownCampaignOf,
  type EditableColumn,
  type GridRow,
  type ShownCampaign,
} from './price-cells.ts'
import { PriceGrid } from './price-grid.tsx'
import { problemText, type ShownRow } from './price-row.tsx'
import { SavePrices, type PriceChange } from './save-prices.tsx'
import styles from './prices-page.module.css'

export const handle: PageHandle = { storeFilter: true }

type Grid = z.infer<typeof priceGridAnswer>

export const loader = ({ request }: LoaderFunctionArgs) =>
  readApi<Grid>(`${apiPaths.priceGrid}${new URL(request.url).search}`, request.signal)

export const keyOf = ({ store, sku }: { store: string; sku: string }) => `${store} ${sku}`

export function Component() {
  const { t, number, day } = useTexts()
  const grid = useLoaderData<Grid>()
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [parameters, setParameters] = useSearchParams()
  const [edits, setEdits] = useState(noEdits)
  const [isChecking, setChecking] = useState(false)
  const view = readView(parameters)
  const change = (next: ViewChange, replace = false) =>
    setParameters(changeView(parameters, next), { replace })
  const stored = useMemo(() => new Map(grid.rows.map((row) => [keyOf(row), row])), [grid])
  const storedText = (key: string, column: EditableColumn) => {
    const row = stored.get(key)
    return row ? cellsOf(row)[column] : ''
  }
  const shownCampaign = shownCampaignOf(parameters.get('plan'))
  const rows = useMemo(
    () => grid.rows.map((row) => shownRow(row, shownCampaign, edits.changed.get(keyOf(row)))),
    [grid, edits, shownCampaign],
  )
  const changed = rows.filter(({ changed: columns }) => columns.size > 0)
  const wrong = changed.filter(({ problems }) => Object.keys(problems).length > 0)
  const mayEdit = can(session, 'price:edit')
  const onEdit = (cells: readonly CellEdit[]) => {
    if (mayEdit && cells.length > 0) setEdits((before) => edit(before, cells, storedText))
  }
  usePageActions([
    {
      id: 'prices-save',
      label: t('prices.check'),
      group: 'page',
      keys: 'mod+s',
      run: () => changed.length > 0 && wrong.length === 0 && setChecking(true),
    },
  ])
  return (
    <Page
      title={t('section.prices')}
      intro={t('prices.intro')}
      actions={
        <ActionButtons
          hasMain={false}
          actions={[
            { id: 'campaigns', label: t('campaigns.title'), to: paths.campaigns() },
            ...(mayEdit ? [{ id: 'proposal', label: t('proposal.title'), to: paths.priceProposal }] : []),
          ]}
        />
      }
    >
      <Search value={view.search} onChange={(search) => change({ search })} />
      <FilterBar filters={useProductFilters()} values={view.filters} onChange={change} />
      <div className={styles.campaign}>
        <Select
          label={t('prices.shown_campaign')}
          value={shownCampaign}
          disabled={changed.length > 0}
          hint={
            changed.length > 0
              ? t('prices.shown_campaign_fixed')
              : shownCampaign === 'running'
                ? undefined
                : t('prices.shown_campaign_hint')
          }
          options={campaignOptions(grid, shownCampaign, { t, day })}
          onChange={(chosen) => {
            const next = new URLSearchParams(parameters)
            if (chosen === 'running') next.delete('plan')
            else next.set('plan', chosen)
            setParameters(next)
          }}
        />
      </div>
      <p className={styles.count} role="status">
        {grid.count > grid.rows.length
          ? t('prices.cut', { shown: number(grid.rows.length), count: number(grid.count) })
          : t('table.count', { count: grid.count })}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={<h2>{t('table.nothing_matches')}</h2>} text={t('table.nothing_matches_text')} />
      ) : (
        <PriceGrid
          rows={rows}
          shownCampaign={shownCampaign}
          onEdit={onEdit}
          onUndo={() => setEdits(undo)}
          onRedo={() => setEdits((before) => redo(before, storedText))}
        />
      )}
      <div className={styles.bar} role="group" aria-label={t('prices.changes')}>
        <p role="status">
          {changed.length === 0 ? t('prices.no_changes') : t('prices.changed', { count: changed.length })}
          {wrong.length > 0 && <strong>{` ${t('prices.wrong', { count: wrong.length })}`}</strong>}
          {wrong[0] && ` ${firstProblem(t, wrong[0])}`}
        </p>
        <Button size="small" disabled={edits.done.length === 0} onClick={() => setEdits(undo)}>
          {t('prices.undo')}
        </Button>
        <Button size="small" disabled={changed.length === 0} onClick={() => setEdits(noEdits)}>
          {t('prices.discard')}
        </Button>
        <Button
          size="small"
          look="main"
          disabled={changed.length === 0 || wrong.length > 0 || !mayEdit}
          onClick={() => setChecking(true)}
        >
          {t('prices.check')}
        </Button>
      </div>
      <LeaveWarning isDirty={changed.length > 0} />
      {isChecking && (
        <SavePrices
          changes={changed.flatMap((row) => changeOf(row, shownCampaign))}
          isForLater={shownCampaign !== 'running'}
          onClose={() => setChecking(false)}
          onDrop={(keys) => setEdits((before) => without(before, keys))}
          onSaved={() => {
            setChecking(false)
            setEdits(noEdits)
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

/** The campaign of today, the next planned one, and each day on which planned campaigns begin. */
function campaignOptions(
  { plannedFrom: days }: Grid,
  shown: ShownCampaign,
  { t, day }: Pick<ReturnType<typeof useTexts>, 't' | 'day'>,
) {
  const isDay = shown !== 'running' && shown !== 'next'
  // The day of the address stays a choice where its campaigns have begun or were removed.
  const all = isDay && !days.includes(shown) ? [...days, shown].toSorted() : days
  return [
    { value: 'running', label: t('prices.campaign_running') },
    { value: 'next', label: t('prices.campaign_next') },
    ...all.map((each) => ({ value: each, label: t('prices.campaign_from', { day: day(each) }) })),
  ]
}

function shownRow(
  row: GridRow,
  shown: ShownCampaign,
  changes: Partial<Record<EditableColumn, string>> = {},
): ShownRow {
  const cells = { ...cellsOf(row), ...changes }
  const changed = new Set(Object.keys(changes) as EditableColumn[])
  const read = changed.size === 0 ? null : readCells(row, cells, shown)
  return { key: keyOf(row), row, cells, changed, problems: read && 'problems' in read ? read.problems : {} }
}

/** Which product to look at first, and what is wrong with it: the cell may be far from those in view. */
function firstProblem(t: Translate, { row, problems }: ShownRow): string {
  const [problem] = Object.values(problems)
  return problem === undefined
    ? ''
    : t('prices.first_wrong', { sku: row.sku, store: storeName(row.store), problem: problemText(t, problem) })
}

function changeOf({ row, cells }: ShownRow, shown: ShownCampaign): PriceChange[] {
  const read = readCells(row, cells, shown)
  return 'problems' in read
    ? []
    : [{ store: row.store, sku: row.sku, prices: read.prices, expected: row.prices }]
}

function Search({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  usePageActions([
    {
      id: 'prices-search',
      label: t('products.search'),
      group: 'page',
      keys: '/',
      run: () => field.current?.focus(),
    },
  ])
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(field.current?.value.trim() ?? '')
      }}
    >
      <input
        key={value}
        ref={field}
        type="search"
        aria-label={t('products.search')}
        placeholder={t('products.search')}
        defaultValue={value}
      />
      <Button type="submit" size="small">
        {t('command.search')}
      </Button>
    </form>
  )
}
