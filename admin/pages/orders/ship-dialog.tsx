/** Ships what is left of an order or a part of it, with a tracking number or a parcel booked at the carrier. */
import { useState } from 'react'
import type { ShipAnswer } from '../../../contract/admin/orders.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Check, Field, RefusalNotice } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import type { OrderDialog } from './order-dialog.ts'
import { UnitsFields } from './units-fields.tsx'

export function ShipDialog({ order, title, onClose }: OrderDialog) {
  const { t } = useTexts()
  const goods = order.lines.filter(({ kind }) => kind === 'goods')
  const left = ({ open }: { open: number }) => open
  const [units, setUnits] = useState<Readonly<Record<string, number>>>(
    Object.fromEntries(goods.map((line) => [line.uuid, left(line)])),
  )
  const [tracking, setTracking] = useState('')
  const [isBooked, setBooked] = useState(false)
  const { isSending, refusal, send } = useChange<ShipAnswer>(
    'POST',
    apiPaths.orderAction(order.number, 'ship'),
    { done: t('order.done', { action: title }) },
  )
  // Bought gift cards alone have no parcel.
  const hasGoods = goods.some((line) => left(line) > 0)
  const isWhole = goods.every((line) => (units[line.uuid] ?? 0) === left(line))
  const chosen = goods
    .map(({ uuid, sku }) => ({ sku, quantity: units[uuid] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  return (
    <Dialog title={title} description={t('order.explain_ship')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          const sent = await send({
            ...(!isWhole && { lines: chosen }),
            ...(!isBooked && tracking.trim() !== '' && { trackingNumber: tracking.trim() }),
            book: isBooked,
          })
          if (sent !== null) onClose()
        }}
      >
        <UnitsFields lines={goods} most={left} units={units} onChange={setUnits} />
        <Check
          label={t('order.book_parcel')}
          checked={isBooked}
          onChange={({ target }) => setBooked(target.checked)}
        />
        {!isBooked && (
          <Field
            label={t('order.tracking_number')}
            value={tracking}
            maxLength={80}
            onChange={({ target }) => setTracking(target.value)}
          />
        )}
        <RefusalNotice refusal={refusal} />
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            size="small"
            look="main"
            disabled={isSending || (chosen.length === 0 && hasGoods)}
          >
            {t(isWhole ? 'order.ship_whole' : 'order.ship_part')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
