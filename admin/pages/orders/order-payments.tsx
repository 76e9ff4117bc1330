/** Payments as we have them, and beside them what the provider says when asked. */
import { useState } from 'react'
import type { z } from 'zod'
import type { paymentRecords } from '../../../contract/admin/orders.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { paymentStatusText } from '../../shell/change-words.ts'
import { showToast } from '../../shell/toasts.tsx'
import { useTexts } from '../../texts.tsx'
import { paymentName, type OrderPageData } from './order-words.ts'
import styles from './order.module.css'

type Records = z.infer<typeof paymentRecords>

export function OrderPayments({ order }: { order: OrderPageData }) {
  const { t, money } = useTexts()
  const [records, setRecords] = useState<Records['payments'] | null>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    try {
      setRecords((await readApi<Records>(apiPaths.paymentRecords(order.number))).payments)
    } catch {
      showToast({ title: t('order.provider_silent'), look: 'failed' })
    } finally {
      setAsking(false)
    }
  }
  const amount = (value: number | null, currency = order.currency) =>
    value === null ? '–' : money(value, currency)
  return (
    <Card
      title={t('order.payments')}
      isFlush
      actions={
        order.payments.length > 0 && (
          <Button size="small" disabled={isAsking} onClick={() => void ask()}>
            {t('order.ask_provider')}
          </Button>
        )
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('orders.payment')}</th>
            <th scope="col">{t('orders.status')}</th>
            <th scope="col" className={styles.number}>
              {t('order.amount')}
            </th>
            <th scope="col" className={styles.number}>
              {t('order.captured')}
            </th>
            <th scope="col" className={styles.number}>
              {t('order.refunded')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.payments.map((payment) => {
            const found = records?.find(({ id }) => id === payment.id)
            const record = found?.record ?? null
            return [
              <tr key={payment.id}>
                <th scope="row">
                  {paymentName(t, payment.provider)}
                  <span className={styles.sku}>{payment.providerOrderId}</span>
                </th>
                <td>{paymentStatusText(t, payment.status)}</td>
                <td className={styles.number}>{amount(payment.amount)}</td>
                <td className={styles.number}>{amount(payment.captured)}</td>
                <td className={styles.number}>{amount(payment.refunded)}</td>
              </tr>,
              found !== undefined && (
                <tr key={`${payment.id} record`} className={styles.record}>
                  <th scope="row">{t('order.provider_says')}</th>
                  <td>{record ? paymentStatusText(t, record.state) : found.problem}</td>
                  <td className={styles.number}>{amount(record?.amount ?? null, record?.currency)}</td>
                  <td className={styles.number}>{amount(record?.captured ?? null, record?.currency)}</td>
                  <td className={styles.number}>{amount(record?.refunded ?? null, record?.currency)}</td>
                </tr>
              ),
              ...payment.operations
                .filter(({ problem }) => problem !== null)
                .map(({ kind, problem, tries }) => (
                  <tr key={`${payment.id} ${kind} ${problem}`} className={styles.problem}>
                    <td colSpan={5}>
                      {t('order.operation_problem', { kind, problem: problem ?? '', tries })}
                    </td>
                  </tr>
                )),
            ]
          })}
        </tbody>
      </table>
    </Card>
  )
}
