/**
 * The customer's own data: a readable list, the whole as a file, and the deletion of the account. Behind the
 * account's guard like every page below it.
 */
import { useState, type SubmitEvent } from 'react'
import { storePolicies } from '../../../domain/stores/stores.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { callAccount, leaveAccount, logAuthFailure } from '../../state/auth.ts'
import { AccountPart } from './account-part.tsx'
import { formText } from './form-text.ts'
import { PersonalDataList } from './personal-data-list.tsx'
import { CreditLost } from './store-credit.tsx'
import type { Route } from './+types/data-page'
import styles from './security.module.css'

export const loader = gated({ guards: ['account'] }, ({ context }: Route.LoaderArgs) => {
  const { code } = context.get(shopContext).store
  return { years: storePolicies[code].bookkeepingYears }
})

export default function DataPage({ loaderData: { years } }: Route.ComponentProps) {
  const t = useStrings()
  const store = useStore()
  return (
    <AccountPart title={t('data.title')}>
      <div className={styles.parts}>
        <section className={styles.part}>
          <p>{t('data.text')}</p>
          <div>
            <ButtonLink look="main" href={links.api(store, 'auth/personal-data')} download>
              {t('data.download')}
            </ButtonLink>
          </div>
          <PersonalDataList />
        </section>
        <EraseForm years={years} />
      </div>
    </AccountPart>
  )
}

function EraseForm({ years }: { years: number }) {
  const t = useStrings()
  const store = useStore()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string | null>(null)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSending(true)
    setError(undefined)
    setRefusal(null)
    const body = { password: formText(event.currentTarget, 'password') }
    const answer = await callAccount(store, 'auth/account', { method: 'DELETE', body })
    setSending(false)
    if (answer.ok) return leaveAccount()
    if (answer.status === 422)
      return setError(answer.errors['password'] ?? t('form.missing', { field: t('security.current') }))
    if (answer.status !== 409) logAuthFailure('deleting the account', answer.status)
    setRefusal(answer.status === 409 && answer.message ? answer.message : t('security.failed'))
  }
  return (
    <section className={styles.part}>
      <h3>{t('data.erase')}</h3>
      <p>{t('data.erase_text', { years })}</p>
      <CreditLost />
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <FormField
          label={t('security.current')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={error}
        />
        {refusal !== null && (
          <Notice look="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <Button type="submit" className={styles.danger} disabled={isSending}>
          {t('data.erase_button')}
        </Button>
      </form>
    </section>
  )
}
