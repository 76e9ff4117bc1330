/**
 * The page of a confirmation by which a company says that a customer acts for it. Its reader need not be a customer.
 */
import { useState, type SubmitEvent } from 'react'
import type { VerifyCompanyAnswer } from '../../../contract/companies.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callApi } from '../../state/api-client.ts'
import { PlainPage } from './plain-page.tsx'
import styles from './plain-page.module.css'

export function ConfirmCompany({ token }: { token: string }) {
  const t = useStrings()
  const store = useStore()
  const [company, setCompany] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const answer = await callApi<VerifyCompanyAnswer>(store, 'company/verify', {
      method: 'POST',
      body: { token },
    })
    if (answer.ok) setCompany(answer.data.company)
    else setProblem(answer.message ?? t('company.failed'))
    setBusy(false)
  }
  const title = t('verify_company.title')
  if (company !== null)
    return (
      <PlainPage title={title} subject={title}>
        <Notice look="done" role="status">
          {t('verify_company.done', { company })}
        </Notice>
      </PlainPage>
    )
  return (
    <PlainPage title={title} lead={t('verify_company.text')} subject={title}>
      {problem !== null && (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      )}
      <form className={styles.form} method="post" onSubmit={submit}>
        <Button type="submit" look="main" disabled={isBusy}>
          {t('verify_company.confirm')}
        </Button>
      </form>
    </PlainPage>
  )
}
