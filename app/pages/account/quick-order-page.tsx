/**
 * Quick order: article numbers and quantities, typed, pasted or from a file, are checked and added to the cart together.
 * Below it the saved carts. Behind the account's guard like every page below it.
 */
import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import type { QuickOrderAnswer } from '../../../contract/saved-carts.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { formatMoney } from '../../../domain/money/money.ts'
import { gated } from '../../guards.server.ts'
import { callAccount } from '../../state/auth.ts'
import { buyAgain } from '../../state/buy-again.ts'
import { AccountPart } from './account-part.tsx'
import { ProductSuggestions } from './product-suggestions.tsx'
import { addOrderRow, mostRows, readOrderRows } from './read-order-rows.ts'
import { SavedCarts } from './saved-carts.tsx'
import styles from './security.module.css'

export const loader = gated({ guards: ['account'] }, () => null)

/** Largest file that is read. */
const largestFileBytes = 100_000

export default function QuickOrderPage() {
  const t = useStrings()
  return (
    <AccountPart title={t('quick.title')}>
      <div className={styles.parts}>
        <QuickOrder />
        <SavedCarts />
      </div>
    </AccountPart>
  )
}

function QuickOrder() {
  const t = useStrings()
  const store = useStore()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [checked, setChecked] = useState<QuickOrderAnswer>([])
  const [isBusy, setBusy] = useState(false)
  const orderable = checked.filter(({ status }) => status === 'ok' || status === 'limited')
  const change = (next: string) => {
    setText(next)
    setChecked([])
    setProblem(null)
  }
  async function readFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    if (file === undefined) return
    if (file.size > largestFileBytes) return setProblem(t('quick.too_big'))
    change(await file.text())
  }
  async function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { rows, wrongLine } = readOrderRows(text)
    if (wrongLine !== null) return setProblem(t('quick.bad_row', { line: wrongLine }))
    if (rows.length > mostRows) return setProblem(t('quick.too_big'))
    if (rows.length === 0) return
    setBusy(true)
    const answer = await callAccount<QuickOrderAnswer>(store, 'quick-order', {
      method: 'POST',
      body: { rows },
    })
    setBusy(false)
    setProblem(answer.ok ? null : (answer.message ?? t('company.failed')))
    if (answer.ok) setChecked(answer.data)
  }
  async function add() {
    setBusy(true)
    const lines = orderable.map(({ sku, name, quantity }) => ({ sku, name: name ?? sku, quantity }))
    const added = await buyAgain(store, lines)
    setBusy(false)
    if (added === null) return setProblem(t('company.failed'))
    setText('')
    setChecked([])
    setProblem(added.missing.length > 0 ? t('order.not_again', { names: added.missing.join(', ') }) : null)
  }
  return (
    <section className={styles.part}>
      <p>{t('quick.text')}</p>
      <ProductSuggestions onChoose={({ sku }) => change(addOrderRow(text, sku))} />
      <form className={styles.form} method="post" onSubmit={check}>
        <TextAreaField
          id="quick-order-rows"
          label={t('quick.rows')}
          name="rows"
          rows={6}
          value={text}
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
        />
        <FileField
          label={t('quick.file')}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(event) => void readFile(event)}
        />
        {problem !== null && (
          <Notice look="danger" role="alert">
            {problem}
          </Notice>
        )}
        <Button type="submit" look={orderable.length > 0 ? 'quiet' : 'main'} disabled={isBusy}>
          {t('quick.check')}
        </Button>
      </form>
      {checked.length > 0 && (
        <>
          <ul className={styles.list} aria-live="polite">
            {checked.map((row, index) => (
              // The same article may be in several rows.
              <li key={`${index} ${row.sku}`}>
                <span className={styles.what}>
                  <strong>{row.name ?? row.sku}</strong>
                  <span className={styles.note}>
                    {row.sku} · {t(`quick.status_${row.status}`, { quantity: row.quantity })}
                  </span>
                </span>
                {row.price !== null && (
                  <span>
                    {row.quantity} × {formatMoney(toMinor(row.price), store)}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {orderable.length > 0 && (
            <div>
              <Button look="main" disabled={isBusy} onClick={() => void add()}>
                {t('quick.add', { count: orderable.length })}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
