/** The mails of an order, each of which can be sent again once it was sent or dismissed as failed. */
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { RefusalNotice } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { mailName } from '../../shell/mail-words.ts'
import type { OrderPageData } from './order-words.ts'
import styles from './order.module.css'

export function OrderMails({ order }: { order: OrderPageData }) {
  const { t, dateTime } = useTexts()
  const maySend = can(useSession(), 'order:note', order.store)
  const { isSending, refusal, send } = useChange('POST', apiPaths.orderAction(order.number, 'mails'), {
    done: t('order.resent'),
  })
  return (
    <>
      <ul className={styles.entries}>
        {order.mails.map(({ kind, sentAt, dismissedAt }) => (
          <li key={kind}>
            <div>
              {mailName(t, kind)}:{' '}
              {sentAt !== null
                ? dateTime(sentAt)
                : t(dismissedAt === null ? 'order.mail_waiting' : 'order.mail_dismissed')}
            </div>
            {maySend && (sentAt ?? dismissedAt) !== null && (
              <Button
                size="small"
                aria-label={`${t('order.resend')}: ${mailName(t, kind)}`}
                disabled={isSending}
                onClick={() => void send({ kind })}
              >
                {t('order.resend')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RefusalNotice refusal={refusal} />
    </>
  )
}
