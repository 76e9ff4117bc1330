/** Notes of staff about an order. */
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Colleagues } from '../../../contract/admin/mentions.ts'
import { ApiError, readApi, sendApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { announceSeenMentions } from '../../shell/seen-mentions.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { mentionedIn, type Colleague } from './mentioned-colleagues.ts'
import { NoteField } from './note-field.tsx'
import type { OrderPageData } from './order-words.ts'
import styles from './order.module.css'

export function OrderNotes({ order }: { order: OrderPageData }) {
  const { t, dateTime } = useTexts()
  const session = useSession()
  const mayWrite = can(session, 'order:note', order.store)
  useSeenMentions(order)
  if (order.notes.length === 0 && !mayWrite) return null
  return (
    <Card title={t('order.notes')}>
      {order.notes.length > 0 && (
        <ul className={styles.entries}>
          {order.notes.map(({ id, author, body, at }) => (
            <li key={id}>
              <b>{author}</b> <span className={styles.soft}>{dateTime(at)}</span>
              <p className={styles.note}>{body}</p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NewNote number={order.number} />}
    </Card>
  )
}

function NewNote({ number }: { number: string }) {
  const { t } = useTexts()
  const [body, setBody] = useState('')
  const colleagues = useColleagues(number)
  const { isSending, refusal, send } = useChange('POST', apiPaths.orderNotes(number), {
    done: t('order.note_saved'),
  })
  return (
    <form
      className={styles.form}
      onSubmit={async (event) => {
        event.preventDefault()
        if ((await send({ body: body.trim(), mentions: mentionedIn(body, colleagues) })) !== null) setBody('')
      }}
    >
      <NoteField label={t('order.new_note')} value={body} colleagues={colleagues} onChange={setBody} />
      <RefusalNotice refusal={refusal} />
      <Button type="submit" size="small" disabled={isSending || body.trim() === ''}>
        {t('order.save_note')}
      </Button>
    </form>
  )
}

/** The notes of the order that mention the person count as seen once the order is open. */
function useSeenMentions({ number, notes }: OrderPageData) {
  const hasUnseen = notes.some(({ isUnseen }) => isUnseen)
  useEffect(() => {
    if (hasUnseen) void sendApi('POST', apiPaths.seenMentions(number)).then(announceSeenMentions)
  }, [number, hasUnseen])
}

/** Whom a note about the order can mention; nobody while they are read. */
function useColleagues(number: string): readonly Colleague[] {
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([])
  useEffect(() => {
    const ended = new AbortController()
    readApi<Colleagues>(apiPaths.orderColleagues(number), ended.signal).then(
      (answer) => setColleagues(answer.colleagues),
      (error: unknown) => {
        // Without them the note is written as before.
        if (!(error instanceof ApiError || error instanceof Response || ended.signal.aborted)) throw error
      },
    )
    return () => ended.abort()
  }, [number])
  return colleagues
}
