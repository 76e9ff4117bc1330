/** The return of one order, the same for accounts and for order logins (RETURN-06). */
import { servicePages } from '../../../../domain/stores/paths.ts'
import { links } from '../../../../app/links.ts'
import { useStore, useStrings } from '../../../../ui/strings.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import type { ReturnableOrder } from '../load-return.server.ts'
import { DepositForm } from '../deposit-form.tsx'
import { ReturnForm } from '../return-form.tsx'
import { ReturnList } from './return-list.tsx'
import styles from './returns.module.css'

export function OrderReturn({ order }: { order: ReturnableOrder }) {
  const t = useStrings()
  const { code } = useStore()
  const { number, closed, lines, lastDay, returns } = order
  const day = lastDay ?? ''
  return (
    <div className={styles.order}>
      {closed === null ? (
        <ReturnForm number={number} lines={lines} lastDay={day} />
      ) : (
        <>
          <Notice>{t(`return.closed_${closed}`, { day })}</Notice>
          <p className={styles.ways}>
            <ButtonLink look="main" href={links.page(code, servicePages.contact)}>
              {t('return.contact')}
            </ButtonLink>
            <ButtonLink href={links.myOrder(code, number)}>{t('return.to_order')}</ButtonLink>
          </p>
        </>
      )}
      {returns.length > 0 && (
        <section aria-labelledby="registered-returns" className={styles.earlier}>
          <h3 id="registered-returns">{t('return.registered')}</h3>
          <ReturnList returns={returns} />
        </section>
      )}
      {order.deposits && <DepositForm number={number} deposits={order.deposits} />}
      <p>
        <a href={links.page(code, 'returns-info')}>{t('return.rules')}</a>
      </p>
    </div>
  )
}
