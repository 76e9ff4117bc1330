/**
 * Form for lines, quantities and reason of a return (RETURN-01); then its number and its label (RETURN-02).
 */
import { useEffect, useId, useRef, useState } from 'react'
import { longestComment, returnReasons } from '../return.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import type { NewReturnAnswer } from '../contract.ts'
import { returnNumberOf } from '../return-mail-kind.ts'
import { ReturnInstructions } from './return-instructions.tsx'
import { ReturnParcel } from './return-parcel.tsx'
import { pictureTypes } from '../../../app/state/send-picture.ts'
import { ReturnPreview } from './return-preview.tsx'
import { OutcomeChoice } from './outcome-choice.tsx'
import { useReturnForm } from './use-return-form.ts'
import styles from './parts/returns.module.css'
import type { ReturnFormLine } from './return-form-line.ts'

interface ReturnFormProps {
  number: string
  lines: readonly ReturnFormLine[]
  /** As text. */
  lastDay: string
}

export function ReturnForm({ number, lines, lastDay }: ReturnFormProps) {
  const t = useStrings()
  const id = useId()
  const form = useReturnForm(number, lines)
  if (form.registered)
    return <Registered number={number} answer={form.registered} lostPhotos={form.lostPhotos} />
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.submit}>
      <p>{t('return.lead', { day: lastDay })}</p>
      <fieldset className={styles.lines} aria-describedby={form.problem ? `${id}-problem` : undefined}>
        <legend>{t('return.lines')}</legend>
        {lines.map((line) => (
          <ReturnLine key={line.sku} line={line} form={form} />
        ))}
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={`${id}-comment`}>{t('return.comment')}</label>
        <textarea
          id={`${id}-comment`}
          name="comment"
          rows={3}
          maxLength={longestComment}
          value={form.comment}
          onChange={(event) => form.setComment(event.target.value)}
        />
      </div>
      {form.isFaulty && (
        <FileField
          label={t('return.photos')}
          hint={t('return.photos_hint')}
          accept={pictureTypes}
          multiple
          onChange={(event) => form.setPhotos([...(event.target.files ?? [])])}
        />
      )}
      <p className={styles.soft}>{t('return.safety')}</p>
      {form.items.length > 0 && <ReturnPreview number={number} items={form.items} />}
      {form.problem && (
        <Notice look="danger" role="alert">
          <p id={`${id}-problem`}>{form.problem}</p>
        </Notice>
      )}
      <Button type="submit" look="main" disabled={form.sending}>
        {t('return.send')}
      </Button>
    </form>
  )
}

function ReturnLine({ line, form }: { line: ReturnFormLine; form: ReturnType<typeof useReturnForm> }) {
  const t = useStrings()
  const id = useId()
  const { sku, name, quantity: most } = line
  const { chosen, quantity, reason, isDamaged } = form.choiceOf(sku)
  const transport = line.asksDamage && isDamaged ? 'damaged_lithium' : line.transport
  return (
    <div className={styles.line}>
      <input
        type="checkbox"
        id={`${id}-chosen`}
        aria-describedby={`${id}-most`}
        checked={chosen}
        onChange={(event) => form.choose(sku, { chosen: event.target.checked })}
      />
      <div>
        <label htmlFor={`${id}-chosen`}>
          <UnbrokenName name={name} />
        </label>
        <p id={`${id}-most`} className={styles.soft}>
          {t('return.at_most', { sku, count: most })}
        </p>
      </div>
      {chosen && (
        <div className={styles.choice}>
          <div className={styles.field}>
            <span aria-hidden="true">{t('return.quantity')}</span>
            <QuantityStepper
              quantity={quantity}
              most={most}
              label={`${t('return.quantity')}: ${name}`}
              onChange={(units) => form.choose(sku, { quantity: units })}
            />
          </div>
          <div className={styles.field}>
            <label htmlFor={`${id}-reason`}>
              {t('return.reason')}
              <span className="visually-hidden">: {name}</span>
            </label>
            <select
              id={`${id}-reason`}
              value={reason}
              onChange={(event) => {
                const wanted = returnReasons.find((known) => known === event.target.value)
                if (wanted) form.choose(sku, { reason: wanted })
              }}
            >
              {returnReasons.map((known) => (
                <option key={known} value={known}>
                  {t(`return_reason.${known}`)}
                </option>
              ))}
            </select>
          </div>
          <OutcomeChoice line={line} form={form} />
          {line.asksDamage && <DamageQuestion line={line} form={form} />}
          <ReturnInstructions transports={[transport]} />
        </div>
      )}
    </div>
  )
}

function DamageQuestion({ line, form }: { line: ReturnFormLine; form: ReturnType<typeof useReturnForm> }) {
  const t = useStrings()
  const id = useId()
  const { isDamaged } = form.choiceOf(line.sku)
  return (
    <fieldset className={styles.question}>
      <legend>
        {t('return.damage')}
        <span className="visually-hidden"> {line.name}</span>
      </legend>
      {[true, false].map((value) => (
        <label key={String(value)}>
          <input
            type="radio"
            name={`${id}-damaged`}
            checked={isDamaged === value}
            onChange={() => form.choose(line.sku, { isDamaged: value })}
          />
          {t(value ? 'return.damage_yes' : 'return.damage_no')}
        </label>
      ))}
    </fieldset>
  )
}

/** Receives the focus, so that it is announced in place of the form. */
function Registered({
  number,
  answer,
  lostPhotos,
}: {
  number: string
  answer: NewReturnAnswer
  lostPhotos: number
}) {
  const t = useStrings()
  const [isSent, setSent] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { id, label_url, transports } = answer
  return (
    <Notice look="done">
      <div className={styles.done}>
        <h3 ref={heading} tabIndex={-1}>
          {t('return.done')}
        </h3>
        {lostPhotos > 0 && <p>{t('return.photos_failed', { count: lostPhotos })}</p>}
        <ReturnInstructions transports={transports} />
        {transports.includes('parcel') ? (
          <>
            <p>{t('return.done_text', { id })}</p>
            <p>
              <ButtonLink href={label_url}>{t('return.open_label')}</ButtonLink>
            </p>
            <div role="status">{isSent && <p>{t('return_status.sent')}</p>}</div>
            {!isSent && (
              <ReturnParcel
                path={`orders/${number}/returns/${returnNumberOf(id)}`}
                labelUrl={null}
                trackingUrl={null}
                onSent={() => setSent(true)}
              />
            )}
          </>
        ) : (
          <p>
            {t('return.number')} {id}
          </p>
        )}
      </div>
    </Notice>
  )
}
