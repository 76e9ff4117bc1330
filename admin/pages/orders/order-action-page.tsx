/** The dialogs of an order's actions, each at an address of its own over the order's page. */
import { useState } from 'react'
import { useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router'
import { apiPaths, paths } from '../../paths.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { Select } from '../../shell/form.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { orderActionNames, type OrderActionName, type OrderPageData } from './order-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { causeOfRefund } from './refund-parts.ts'
import { ShipDialog } from './ship-dialog.tsx'
import type { OrderDialog } from './order-dialog.ts'

export function Component() {
  const words = useTexts()
  const { t } = words
  const order = useOutletContext<OrderPageData>()
  const navigate = useNavigate()
  const { action: wanted } = useParams()
  const [search] = useSearchParams()
  const name = orderActionNames.find((one) => one === wanted)
  if (name === undefined) throw new Response(null, { status: 404 })
  const onClose = () => void navigate(paths.order(order.number), { preventScrollReset: true, replace: true })
  const cause = causeOfRefund(order, search, words)
  const onRefunded = () => (cause ? void navigate(cause.backTo) : onClose())
  const title = t(`order.action_${name}`)
  const action = order.actions.find((one) => one.name === name)
  if (action !== undefined && !action.allowed)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{refusalText(t, action.reason ?? '')}</p>
      </Dialog>
    )
  if (name === 'ship') return <ShipDialog order={order} title={title} onClose={onClose} />
  if (name === 'refund')
    return <RefundDialog order={order} title={title} cause={cause} onClose={onRefunded} />
  if (name === 'address') return <AddressDialog order={order} title={title} onClose={onClose} />
  if (name === 'reject') return <RejectDialog order={order} title={title} onClose={onClose} />
  return <ActionDialog name={name} order={order} title={title} onClose={onClose} />
}

type Confirmed = Exclude<OrderActionName, 'ship' | 'refund' | 'address' | 'reject'>

/** What an action without fields does, before it is done. */
function ActionDialog({ name, order, title, onClose }: OrderDialog & { name: Confirmed }) {
  const { t } = useTexts()
  const isMove = name === 'processing' || name === 'delivered'
  const path = apiPaths.orderAction(order.number, isMove ? 'move' : name)
  return (
    <ConfirmDialog
      title={title}
      description={t(`order.explain_${name}`)}
      action={title}
      change={useChange('POST', path, { done: t('order.done', { action: title }) })}
      body={isMove ? { to: name } : undefined}
      onClose={onClose}
    />
  )
}

const rejectReasons = ['credit', 'stock', 'fraud', 'other'] as const

function RejectDialog({ order, title, onClose }: OrderDialog) {
  const { t } = useTexts()
  const [reason, setReason] = useState('credit')
  const change = useChange('POST', apiPaths.orderAction(order.number, 'reject'), {
    done: t('order.done', { action: title }),
  })
  return (
    <ConfirmDialog
      title={title}
      description={t('order.explain_reject')}
      action={title}
      change={change}
      body={{ reason }}
      onClose={onClose}
    >
      <Select
        label={t('order.reason')}
        value={reason}
        options={rejectReasons.map((value) => ({ value, label: t(`reject.reason_${value}`) }))}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
