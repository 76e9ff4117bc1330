/** Searches of shoppers that found nothing: words for synonyms and hints, and products to sell. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { searchMissRow } from '../../../contract/admin/searches.ts'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import styles from './searches-page.module.css'

type SearchMissRow = z.infer<typeof searchMissRow>

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<SearchMissRow>(apiPaths.searches, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<SearchMissRow>>()
  return (
    <Page title={t('searches.title')} intro={t('searches.intro')}>
      <DataTable terms={useSearchTerms()} page={page} views={<SavedViews name="searches" />} />
    </Page>
  )
}

function SearchActions({ row }: { row: SearchMissRow }) {
  const { t } = useTexts()
  const isOpen = row.closed_at === null
  const { isSending, refusal, send } = useChange('POST', apiPaths.searchActions(row.id), {
    done: t(isOpen ? 'searches.closed_now' : 'searches.opened_now', { query: row.query }),
  })
  return (
    <>
      {refusal && <span role="alert">{refusalText(t, refusal.code)}</span>}
      <Button size="small" disabled={isSending} onClick={() => void send({ action: 'close', undo: !isOpen })}>
        {t(isOpen ? 'searches.close' : 'searches.reopen')}
      </Button>
    </>
  )
}

function useSearchTerms(): TableTerms<SearchMissRow> {
  const { t, date, dateTime } = useTexts()
  const session = useSession()
  return {
    label: t('searches.title'),
    searchLabel: t('searches.search'),
    defaultSort: '-searches',
    keyOf: ({ id }) => String(id),
    exportPath: apiPaths.searches,
    rowActions: (row) => can(session, 'product:edit', row.store) && <SearchActions row={row} />,
    columns: [
      {
        name: 'query',
        label: t('searches.query'),
        sort: 'query',
        cell: ({ query, page }) => (
          <a
            className={styles.query}
            href={page}
            target="_blank"
            rel="noreferrer"
            title={t('searches.open_in_shop')}
          >
            {query}
          </a>
        ),
      },
      {
        name: 'searches',
        label: t('searches.count'),
        sort: 'searches',
        isNumber: true,
        cell: ({ searches }) => searches,
      },
      {
        name: 'last_missed_on',
        label: t('searches.last'),
        sort: 'missed',
        cell: (row) => date(row.last_missed_on),
      },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'closed_at',
        label: t('searches.closed'),
        isHidden: true,
        cell: (row) => row.closed_at && dateTime(row.closed_at),
      },
    ],
    filters: [
      { name: 'open', label: t('searches.open'), kind: 'flag' },
      { name: 'missed', label: t('searches.last'), kind: 'days' },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: session.stores.map(({ code, name }) => ({ value: code, label: name })),
      },
    ],
  }
}
