/** One message of the contact form: what was written, its photos, and the answer by mail. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { messagePage } from '../staff-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../../admin/api-client.ts'
import { paths } from '../../../admin/paths.ts'
import { can, useSession } from '../../../admin/session.ts'
import { Card, Columns, Facts } from '../../../admin/shell/card.tsx'
import { RefusalNotice, TextField } from '../../../admin/shell/form.tsx'
import { LeaveWarning } from '../../../admin/shell/leave-warning.tsx'
import { Page } from '../../../admin/shell/page.tsx'
import { PhotoList } from '../../../admin/shell/photo-list.tsx'
import { Status, type Tone } from '../../../admin/shell/status.tsx'
import { storeName } from '../../../admin/store-name.ts'
import { Timeline } from '../../../admin/shell/timeline.tsx'
import { useChange } from '../../../admin/shell/use-change.ts'
import { useTexts } from '../../../admin/texts.tsx'
import { messageApi } from './message-paths.ts'
import styles from './message-page.module.css'

type Message = z.infer<typeof messagePage>

const tones: Readonly<Record<Message['status'], Tone>> = {
  open: 'warning',
  answered: 'good',
  closed: 'neutral',
}

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<Message>(messageApi.message(params['reference'] ?? ''), request.signal)

export function Component() {
  const { t, dateTime } = useTexts()
  const session = useSession()
  const message = useLoaderData<Message>()
  const { reference, store, status, topic } = message
  const mayAnswer = can(session, 'message:answer', store)
  return (
    <Page
      title={reference}
      badges={<Status tone={tones[status]} text={t(`messages.status_${status}`)} />}
      intro={t('order.intro', { store: storeName(store), time: dateTime(message.receivedAt) })}
      back={{ label: t('section.messages'), to: paths.resource('messages') }}
      actions={mayAnswer && <StatusButtons message={message} />}
    >
      <Columns
        main={
          <>
            <Card title={t(`messages.topic_${topic}`)}>
              <p className={styles.written}>{message.message}</p>
              <PhotoList addresses={message.photos.map((id) => messageApi.photo(reference, id))} />
            </Card>
            {(message.answers.length > 0 || mayAnswer) && (
              <Card title={t('messages.answers')}>
                <Answers message={message} />
                {mayAnswer && <NewAnswer key={message.answers.length} reference={reference} />}
              </Card>
            )}
            <Card title={t('timeline.title')}>
              <Timeline entries={message.timeline} />
            </Card>
          </>
        }
        side={
          <Card title={t('messages.sender')}>
            <Facts
              facts={[
                [t('order.name'), message.name],
                [
                  t('orders.email'),
                  <a key="mail" href={`mailto:${message.email}?subject=${encodeURIComponent(reference)}`}>
                    {message.email}
                  </a>,
                ],
                [t('messages.orderNumber'), <OrderOf key="order" message={message} />],
                [
                  t('messages.handled'),
                  message.statusChangedAt &&
                    `${message.statusChangedBy}, ${dateTime(message.statusChangedAt)}`,
                ],
              ]}
            />
          </Card>
        }
      />
    </Page>
  )
}

/** The order that the sender named, and whether it was placed with the sender's address. */
function OrderOf({ message: { order, orderNumber: written, isOrdersEmail: isSame } }: { message: Message }) {
  const { t } = useTexts()
  if (written === '') return '–'
  if (order === null) return t('messages.order_unknown', { number: written })
  return (
    <>
      <Link to={paths.order(order)}>{order}</Link>
      {isSame === false && <span className={styles.caution}>{t('messages.other_email')}</span>}
    </>
  )
}

function Answers({ message: { answers } }: { message: Message }) {
  const { t, dateTime } = useTexts()
  if (answers.length === 0) return null
  return (
    <ul className={styles.answers}>
      {answers.map(({ id, author, body, writtenAt, sentAt }) => (
        <li key={id}>
          <b>{author}</b>{' '}
          <span className={styles.soft}>
            {dateTime(writtenAt)}
            {sentAt === null && ` (${t('order.mail_waiting')})`}
          </span>
          <p className={styles.written}>{body}</p>
        </li>
      ))}
    </ul>
  )
}

function NewAnswer({ reference }: { reference: string }) {
  const { t } = useTexts()
  const [key] = useState(() => crypto.randomUUID())
  const [body, setBody] = useState('')
  const { isSending, refusal, send } = useChange('POST', messageApi.answers(reference), {
    done: t('messages.sent'),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send({ key, body: body.trim() })
      }}
    >
      <LeaveWarning isDirty={body.trim() !== '' && !isSending} />
      <TextField
        label={t('messages.answer')}
        value={body}
        rows={6}
        maxLength={8000}
        onChange={({ target }) => setBody(target.value)}
      />
      <p className={styles.soft}>{t('messages.answer_hint')}</p>
      <RefusalNotice refusal={refusal} />
      <Button type="submit" size="small" look="main" disabled={isSending || body.trim() === ''}>
        {t('messages.send')}
      </Button>
    </form>
  )
}

function StatusButtons({ message: { reference, status } }: { message: Message }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange('POST', messageApi.status(reference), {
    done: t('messages.updated'),
  })
  const choices =
    status === 'open'
      ? ([
          ['answered', t('messages.answered_elsewhere')],
          ['closed', t('messages.close')],
        ] as const)
      : ([['open', t('messages.reopen')]] as const)
  return (
    <>
      <RefusalNotice refusal={refusal} />
      {choices.map(([next, label]) => (
        <Button key={next} size="small" disabled={isSending} onClick={() => void send({ status: next })}>
          {label}
        </Button>
      ))}
    </>
  )
}
