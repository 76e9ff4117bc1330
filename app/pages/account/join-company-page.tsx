/**
 * Target of the link that invites a person to a company. It asks first: mail scanners follow links, and must not accept
 * anything.
 */
import { useState, type SubmitEvent } from 'react'
import type { JoinAnswer } from '../../../contract/companies.ts'
import { companyPaths } from '../../../domain/companies/company-paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { PageHandle } from '../../layout/page-handle.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { callApi } from '../../state/api-client.ts'
import { takeSession } from '../../state/auth.ts'
import { openPanel } from '../../state/panels.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useShopState } from '../../state/shop-state.ts'
import { PlainPage } from '../content/plain-page.tsx'
import styles from '../content/plain-page.module.css'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/join-company-page'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('join.title')
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const path = companyPaths.join(shop.store.code, token)
  return { token, head: pageHead(shop, { title, path, index: false }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function JoinCompanyPage({ loaderData: { token } }: Route.ComponentProps) {
  const t = useStrings()
  const store = useStore()
  const isLoggedIn = useShopState(({ auth }) => auth.user !== null && auth.strategy === 'account')
  const [company, setCompany] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const answer = await callApi<JoinAnswer>(store, 'company/join', {
      method: 'POST',
      body: { token },
    })
    if (answer.ok) {
      // The role and the view without VAT follow the membership.
      await takeSession(store, 'account')
      setCompany(answer.data.company)
    } else setProblem(answer.message ?? t('company.failed'))
    setBusy(false)
  }
  const title = t('join.title')
  if (company !== null)
    return (
      <PlainPage title={title} subject={title}>
        <Notice look="done" role="status">
          <p>{t('join.done', { company })}</p>
          <ButtonLink href={links.account(store.code, 'company')}>{t('join.to_company')}</ButtonLink>
        </Notice>
      </PlainPage>
    )
  return (
    <PlainPage title={title} lead={t('join.text')} subject={title}>
      {problem !== null && (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      )}
      {isLoggedIn ? (
        <form className={styles.form} method="post" onSubmit={submit}>
          <Button type="submit" look="main" disabled={isBusy}>
            {t('join.accept')}
          </Button>
        </form>
      ) : (
        <div className={styles.form}>
          <Button look="main" onClick={() => openPanel('login')}>
            {t('login.log_in')}
          </Button>
          <ButtonLink href={links.register(store.code)}>{t('login.to_register')}</ButtonLink>
        </div>
      )}
    </PlainPage>
  )
}
