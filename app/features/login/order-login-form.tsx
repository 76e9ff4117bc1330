/**
 * The login to one order: its number and the e-mail it was placed with (AUTH-09). Used in the panel and on
 * the order page.
 */
import { useState, type SubmitEvent } from 'react'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { logInToOrder, type LogInAnswer } from '../../state/auth.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ModeLink } from './login-form.tsx'
import styles from './login-panel.module.css'
import { OrderProofFields, orderProofIn } from './order-proof-fields.tsx'

const refusals = {
  wrong: 'login.wrong_order',
  moved: 'login.wrong_order',
  too_many: 'login.too_many',
  failed: 'login.failed',
} as const satisfies Record<Exclude<LogInAnswer, 'in'>, string>

/** `named`: the order number from the address. `pageOf`: the order's page that asked for the login. */
export function OrderLoginForm({
  named = '',
  pageOf = links.myOrder,
}: {
  named?: string
  pageOf?: (store: StoreCode, number: string) => string
}) {
  const t = useStrings()
  const store = useStore()
  const [refusal, setRefusal] = useState<Exclude<LogInAnswer, 'in'> | null>(null)
  const [sending, setSending] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const proof = orderProofIn(event.currentTarget)
    setSending(true)
    setRefusal(null)
    const answer = await logInToOrder(store, proof)
    setSending(false)
    const number = useShopState.getState().auth.user?.order_id
    if (answer !== 'in') setRefusal(answer)
    else location.assign(number ? pageOf(store.code, number) : links.myOrder(store.code))
  }
  return (
    <form className={styles.form} method="post" onSubmit={submit}>
      {refusal !== null && (
        <Notice look="danger" role="alert">
          {t(refusals[refusal])}
          {refusal === 'moved' && ` ${t('login.moved_order')}`}
        </Notice>
      )}
      <OrderProofFields named={named} />
      <Button type="submit" look="main" wide disabled={sending}>
        {t('login.order_open')}
      </Button>
    </form>
  )
}

/** The form as a mode of the panel. */
export function OrderLogin() {
  const t = useStrings()
  return (
    <div className={styles.form}>
      <h3>{t('login.order')}</h3>
      <p>{t('login.order_text')}</p>
      <OrderLoginForm />
      <ModeLink to={{ mode: 'login', notice: null }}>{t('login.to_login')}</ModeLink>
    </div>
  )
}
