/** A refund by units, amounts and shipping. Its preview is computed by the function that books it. */
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { sendApi, type Refusal } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Check, RefusalNotice, Select } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import type { OrderDialog } from './order-dialog.ts'
import type { RefundPreview } from './order-words.ts'
import {
  isMixed,
  RefundLines,
  requestedLines,
  unitsOfItems,
  type LineRefunds,
  type UnitPlace,
} from './refund-lines.tsx'
import type { RefundCause } from './refund-parts.ts'
import styles from './order.module.css'

export const refundReasons = [
  'withdrawal',
  'complaint',
  'not_delivered',
  'price_reduction',
  'goodwill',
] as const

/** The units that a reason is about where a line has both; null: it does not say (`placeOfReason` in the domain). */
const placeOfReason: Record<(typeof refundReasons)[number], UnitPlace | null> = {
  withdrawal: 'shipped',
  complaint: 'shipped',
  not_delivered: 'open',
  price_reduction: null,
  goodwill: null,
}

/** How long after the last change the preview is asked for. */
const previewDelayMilliseconds = 250

/** `cause`: what the refund is made for, whose units are chosen at first. */
export function RefundDialog({ order, title, cause, onClose }: OrderDialog & { cause: RefundCause | null }) {
  const { t, money } = useTexts()
  const [isWhole, setWhole] = useState(cause?.isWhole ?? false)
  const [refunds, setRefunds] = useState<LineRefunds>(() => unitsOfItems(order, cause?.items ?? []))
  const [hasShipping, setShipping] = useState(false)
  const [chosenReason, setReason] = useState<(typeof refundReasons)[number] | null>(null)
  const [chosenPlace, setPlace] = useState<UnitPlace | null>(null)
  // One dialog books once, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID())
  const chosen = Object.values(refunds).filter(({ quantity, amount }) => quantity > 0 || amount > 0)
  const isReduction = !isWhole && chosen.length > 0 && chosen.every(({ quantity }) => quantity === 0)
  const reason = chosenReason ?? (isReduction ? 'price_reduction' : 'withdrawal')
  const asksPlace = !isWhole && order.lines.some(isMixed)
  const place = chosenPlace ?? placeOfReason[reason]
  const lines = requestedLines(order, refunds, place)
  const isUnclear =
    place === null && order.lines.some((line) => isMixed(line) && (refunds[line.uuid]?.quantity ?? 0) > 0)
  const isEmpty = isUnclear || (!isWhole && lines.length === 0 && !hasShipping)
  const request = isWhole ? 'everything' : { lines, shipping: hasShipping }
  const body = isEmpty ? null : JSON.stringify({ request, reason, ...cause?.request, idempotencyKey: key })
  const { preview, refusal: previewRefusal } = usePreview(order.number, body)
  const needsApproval = preview?.needsApproval ?? false
  const { isSending, refusal, send } = useChange(
    'POST',
    apiPaths.orderAction(order.number, needsApproval ? 'refund-requests' : 'refunds'),
    { done: needsApproval ? t('refund.requested') : t('order.done', { action: title }) },
  )
  return (
    <Dialog title={title} description={t('order.explain_refund')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          if (body !== null && (await send(JSON.parse(body) as unknown)) !== null) onClose()
        }}
      >
        {cause !== null && cause.note !== null && <p>{cause.note}</p>}
        <Check
          label={t('refund.everything')}
          checked={isWhole}
          onChange={({ target }) => setWhole(target.checked)}
        />
        {!isWhole && (
          <>
            {asksPlace && (
              <Select
                label={t('refund.which_units')}
                hint={t('refund.units_hint')}
                value={place ?? ''}
                options={[
                  ...(place === null ? [{ value: '', label: t('refund.units_choose') }] : []),
                  { value: 'open', label: t('refund.units_open') },
                  { value: 'shipped', label: t('refund.units_shipped') },
                ]}
                onChange={(value) => setPlace(value === '' ? null : (value as UnitPlace))}
              />
            )}
            <RefundLines order={order} refunds={refunds} place={place} onChange={setRefunds} />
            {order.delivery.price > 0 && (
              <Check
                label={t('refund.shipping', { amount: money(order.delivery.price, order.currency) })}
                checked={hasShipping}
                onChange={({ target }) => setShipping(target.checked)}
              />
            )}
          </>
        )}
        <Select
          label={t('order.reason')}
          value={reason}
          options={refundReasons.map((value) => ({ value, label: t(`refund.reason_${value}`) }))}
          onChange={(value) => setReason(value as (typeof refundReasons)[number])}
        />
        <div className={styles.preview} role="status" hidden={previewRefusal !== null}>
          {preview === null ? (
            <p>{t(isUnclear ? 'refund.choose_units' : isEmpty ? 'refund.choose' : 'loading')}</p>
          ) : (
            <dl>
              <PreviewRow label={t('refund.amount')} value={money(preview.amount, order.currency)} />
              <PreviewRow label={t('price.vat')} value={money(preview.vat, order.currency)} />
              {preview.offInvoice > 0 && (
                <PreviewRow
                  label={t('refund.off_invoice')}
                  value={money(preview.offInvoice, order.currency)}
                />
              )}
              {preview.toProvider > preview.offInvoice && (
                <PreviewRow
                  label={t('refund.to_provider')}
                  value={money(preview.toProvider - preview.offInvoice, order.currency)}
                />
              )}
              {preview.uncollected > 0 && (
                <PreviewRow
                  label={t('refund.uncollected')}
                  value={money(preview.uncollected, order.currency)}
                />
              )}
              {preview.toGiftCards > 0 && (
                <PreviewRow
                  label={t('refund.to_gift_cards')}
                  value={money(preview.toGiftCards, order.currency)}
                />
              )}
            </dl>
          )}
        </div>
        {preview?.cancelsOrder && <p>{t('refund.cancels_order')}</p>}
        {needsApproval && <p>{t('refund.needs_approval')}</p>}
        <RefusalNotice refusal={refusal ?? previewRefusal} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" size="small" look="main" disabled={isSending || preview === null}>
            {preview === null
              ? title
              : t(needsApproval ? 'refund.request' : 'refund.book', {
                  amount: money(preview.amount, order.currency),
                })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function PreviewRow({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface Previewed {
  preview: RefundPreview | null
  refusal: Refusal | null
}

const nothing: Previewed = { preview: null, refusal: null }

/** The preview of a refund; null while it is asked for. `body`: JSON of the refund, null without anything to refund. */
function usePreview(number: string, body: string | null): Previewed {
  const [previewed, setPreviewed] = useState(nothing)
  useEffect(() => {
    setPreviewed(nothing)
    if (body === null) return undefined
    let isCurrent = true
    const ask = async () => {
      const answer = await sendApi<RefundPreview>(
        'POST',
        apiPaths.orderAction(number, 'refund-preview'),
        JSON.parse(body),
      )
      if (isCurrent)
        setPreviewed(answer.ok ? { preview: answer.data, refusal: null } : { preview: null, refusal: answer })
    }
    // A fault leaves the button disabled; the booking would fail as well.
    const timer = setTimeout(() => void ask().catch(() => {}), previewDelayMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [number, body])
  return previewed
}
