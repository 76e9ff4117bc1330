/** One message of the contact form: what was written, its photos, and the answer by mail. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { messagePage } from '../../../contract/admin/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { RefusalNotice, TextField } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { Page } from '../../shell/page.tsx'
import { PhotoList } from '../../shell/photo-list.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { messageTones } from './message-words.ts'
import styles from './message-page.module.css'

type Message = z.infer<typeof messagePage>

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<Message>(apiPaths.message(params['reference'] ?? ''), request.signal)

export function Component() {
  const { t, dateTime } = useTexts()
  const session = useSession()
  const message = useLoaderData<Message>()
  const { reference, store, status, topic } = message
  const mayAnswer = can(session, 'message:answer', store)
  return (
    <Page
      title={reference}
      badges={<Status tone={messageTones[status]} text={t(`messages.status_${status}`)} />}
      intro={t('order.intro', { store: storeName(store), time: dateTime(message.received_at) })}
      back={{ label: t('section.messages'), to: paths.messages }}
      actions={mayAnswer && <StatusButtons message={message} />}
    >
      <Columns
        main={
          <>
            <Card title={t(`messages.topic_${topic}`)}>
              <p className={styles.written}>{message.message}</p>
              <PhotoList addresses={message.photos.map((id) => apiPaths.messagePhoto(reference, id))} />
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
                [t('messages.order'), <OrderOf key="order" message={message} />],
                [
                  t('messages.handled'),
                  message.status_changed_at &&
                    `${message.status_changed_by}, ${dateTime(message.status_changed_at)}`,
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
function OrderOf({
  message: { order, order_number: written, is_orders_email: isSame },
}: {
  message: Message
}) {
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
      {answers.map(({ id, author, body, written_at: writtenAt, sent_at: sentAt }) => (
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
  const { isSending, refusal, send } = useChange('POST', apiPaths.messageAnswers(reference), {
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
  const { isSending, refusal, send } = useChange('POST', apiPaths.messageStatus(reference), {
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
