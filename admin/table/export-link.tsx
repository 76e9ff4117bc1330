/** The links to a table's exports. Before personal data the person confirms with a passkey. */
import type { MouseEvent } from 'react'
import { useRevalidator } from 'react-router'
import { stepUp } from '../passkeys.ts'
import { apiPaths } from '../paths.ts'
import { useSession } from '../session.ts'
import { refusalText } from '../shell/refusals.ts'
import { showToast } from '../shell/toasts.tsx'
import { useTexts } from '../texts.tsx'
import styles from './data-table.module.css'

/** What the server writes into one file. */
const mostSpreadsheetRows = 20_000

interface Export {
  /** Address of the table's rows. */
  path: string
  /** The view with its columns. */
  query: string
  /** Rows of the view. */
  count: number
  isPersonal: boolean
}

export function ExportLinks(given: Export) {
  return (
    <>
      <ExportLink {...given} ending="csv" />
      <ExportLink {...given} ending="xlsx" />
    </>
  )
}

function ExportLink({ path, query, count, isPersonal, ending }: Export & { ending: 'csv' | 'xlsx' }) {
  const { t, number } = useTexts()
  const href = `${apiPaths.export(path, ending)}?${query}`
  const { revalidate } = useRevalidator()
  const { steppedUpUntil: until } = useSession()
  const confirmFirst = async (event: MouseEvent) => {
    if (ending === 'xlsx' && count > mostSpreadsheetRows) {
      event.preventDefault()
      showToast({ title: t('table.too_many_rows', { most: number(mostSpreadsheetRows) }), look: 'failed' })
      return
    }
    if (!isPersonal || (until !== null && Date.parse(until) > Date.now())) return
    event.preventDefault()
    const confirmed = await stepUp()
    if (!confirmed.ok) {
      showToast({ title: refusalText(t, confirmed.code), look: 'failed' })
      return
    }
    await revalidate()
    location.assign(href)
  }
  return (
    <a className={styles.tool} href={href} download onClick={(event) => void confirmFirst(event)}>
      {t(ending === 'csv' ? 'table.export' : 'table.export_spreadsheet')}
    </a>
  )
}
