/** The notices about products that an address waits for, each removable. */
import { useEffect, useState } from 'react'
import type { NoticesAnswer } from '../../../contract/subscribers.ts'
import { Button } from '../../../ui/button.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { ApiAnswer } from '../../state/api-client.ts'
import styles from './mail-preferences-form.module.css'

type Notice = NoticesAnswer[number]

interface NoticeListProps {
  read: () => Promise<ApiAnswer<NoticesAnswer>>
  remove: (notice: Pick<Notice, 'kind' | 'sku'>) => Promise<ApiAnswer<unknown>>
}

export function NoticeList({ read, remove }: NoticeListProps) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const [notices, setNotices] = useState<NoticesAnswer>([])
  const load = async () => {
    const answer = await read()
    if (answer.ok) setNotices(answer.data)
  }
  useEffect(() => {
    void load()
    // oxlint-disable-next-line react/exhaustive-deps -- read once, and after each removal
  }, [])
  if (notices.length === 0) return null
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  return (
    <section className={styles.form}>
      <h3>{t('notice.title')}</h3>
      <ul className={styles.topics}>
        {notices.map((notice) => {
          const { kind, sku, name, state, expires_at: expires } = notice
          return (
            <li key={`${kind} ${sku}`} className={styles.notice} data-notice={sku}>
              <span>
                <strong>{name}</strong>
                <span className={styles.text}>
                  {t(`notice.${kind}`)} · {t(`notice.${state}`, { day: day.format(new Date(expires)) })}
                </span>
              </span>
              <Button size="small" onClick={() => void remove(notice).then(load)}>
                {t('notice.remove')}
                <span className="visually-hidden">: {name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
