/** On the page of an order: its wrapping, and that it is wrapped. Nothing is shown of an order without. */
import {
  Button,
  Card,
  RefusalNotice,
  showToast,
  useCan,
  useFormats,
  useStaffCall,
  useStaffData,
  useText,
  type OrderCardProps,
  type StaffAnswer,
} from 'anode/staff'
import { useState } from 'react'
import type { OrderWrapping } from '../staff-contract.ts'

export default function WrappingOfOrder({ order, store }: OrderCardProps) {
  const t = useText()
  const { dateTime } = useFormats()
  const mayWrap = useCan()('gift-wrap:wrap', store)
  const call = useStaffCall('gift-wrap')
  const read = useStaffData<OrderWrapping>('gift-wrap', `orders/${order}`)
  const [answer, setAnswer] = useState<StaffAnswer<unknown>>()
  if (read.state !== 'there' || read.data.wrapping.length === 0) return null
  const { wrapping, wrapped_at: wrappedAt } = read.data
  const wrap = async () => {
    const given = await call(`orders/${order}/wrapped`, { method: 'POST', body: {} })
    setAnswer(given)
    if (given.ok) showToast({ title: t('gift-wrap-orders.done_wrapped') })
    read.reload()
  }
  return (
    <Card title={t('gift-wrap.title')}>
      <ul>
        {wrapping.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>
        {wrappedAt === null
          ? t('gift-wrap-orders.state_waiting')
          : t('gift-wrap.wrapped_at', { time: dateTime(wrappedAt) })}
      </p>
      <RefusalNotice refusal={answer === undefined || answer.ok ? null : answer} />
      {wrappedAt === null && mayWrap && (
        // As wide as its words.
        <div>
          <Button size="small" onClick={() => void wrap()}>
            {t('gift-wrap-orders.do_wrapped')}
          </Button>
        </div>
      )}
    </Card>
  )
}
