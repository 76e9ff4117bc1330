/** Messages of the contact form; a row opens the message. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { can, useSession } from '../../../admin/session.ts'
import { Page } from '../../../admin/shell/page.tsx'
import { Status } from '../../../admin/shell/status.tsx'
import { storeName } from '../../../admin/store-name.ts'
import { DataTable } from '../../../admin/table/data-table.tsx'
import { SavedViews } from '../../../admin/table/saved-views.tsx'
import { loadTable } from '../../../admin/table/table-loader.ts'
import type { TableTerms } from '../../../admin/table/table-terms.ts'
import { useTexts } from '../../../admin/texts.tsx'
import type { PageHandle } from '../../../admin/shell/store-choice.ts'
import { messageStatuses, messageTones, messageTopics, type MessageRow } from './message-words.ts'
import { messageApi, messagePaths } from './message-paths.ts'
import styles from './message-page.module.css'

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<MessageRow>(messageApi.messages, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<MessageRow>>()
  return (
    <Page title={t('section.messages')}>
      <DataTable terms={useMessageTerms()} page={page} views={<SavedViews name="messages" />} />
    </Page>
  )
}

function useMessageTerms(): TableTerms<MessageRow> {
  const { t, dateTime, number } = useTexts()
  const session = useSession()
  return {
    label: t('section.messages'),
    searchLabel: t('messages.search'),
    defaultSort: '-received',
    keyOf: ({ reference }) => reference,
    pathOf: ({ reference }) => messagePaths.message(reference),
    isPersonal: true,
    ...(can(session, 'export:personal') && { exportPath: messageApi.messages }),
    columns: [
      { name: 'reference', label: t('messages.reference'), cell: ({ reference }) => reference },
      {
        name: 'receivedAt',
        label: t('messages.received'),
        sort: 'received',
        cell: (row) => dateTime(row.receivedAt),
      },
      {
        name: 'status',
        label: t('orders.status'),
        cell: ({ status }) => <Status tone={messageTones[status]} text={t(`messages.status_${status}`)} />,
      },
      { name: 'topic', label: t('messages.topic'), cell: ({ topic }) => t(`messages.topic_${topic}`) },
      { name: 'name', label: t('order.name'), cell: ({ name }) => name },
      {
        name: 'beginning',
        label: t('messages.message'),
        cell: ({ beginning }) => <span className={styles.beginning}>{beginning}</span>,
      },
      {
        name: 'photos',
        label: t('messages.photos'),
        isNumber: true,
        cell: ({ photos }) => photos > 0 && number(photos),
      },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      { name: 'email', label: t('orders.email'), isHidden: true, cell: ({ email }) => email },
      {
        name: 'orderNumber',
        label: t('messages.order'),
        isHidden: true,
        cell: (row) => row.orderNumber,
      },
    ],
    filters: [
      {
        name: 'status',
        label: t('orders.status'),
        kind: 'options',
        options: messageStatuses.map((value) => ({ value, label: t(`messages.status_${value}`) })),
      },
      {
        name: 'topic',
        label: t('messages.topic'),
        kind: 'options',
        options: messageTopics.map((value) => ({ value, label: t(`messages.topic_${value}`) })),
      },
      { name: 'received', label: t('messages.received'), kind: 'days' },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: session.stores.map(({ code, name }) => ({ value: code, label: name })),
      },
    ],
  }
}
