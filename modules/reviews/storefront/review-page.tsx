/**
 * Target of the link in a review request: the goods of the order with stars and words, without a login. Such
 * mails are refused on the page of mail preferences.
 */
import { useState, type SubmitEvent } from 'react'
import { data, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { longestReview } from '../review.ts'
import { openReviewRequest } from '../write-reviews.server.ts'
import { reviewPath } from '../review-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import type { PageHandle } from '../../../app/layout/page-handle.ts'
import { links } from '../../../app/links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { PlainPage } from '../../../app/pages/content/plain-page.tsx'
import styles from './review-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

/** 403: not one of our links, or no longer valid; 503 if the database is unavailable. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const found = await shop.read(openReviewRequest, token)
  const isOwn = found.ok && found.request.store === code
  const problem = found.ok ? (isOwn ? null : 'link_refused') : found.code
  const head = pageHead(shop, {
    title: serverTranslate(shop.store)('review.write_title'),
    path: reviewPath(code, ''),
    index: false,
  })
  const lines = isOwn ? found.request.lines.map(({ sku, name, slug }) => ({ sku, name, slug })) : []
  const firstName = isOwn ? found.request.firstName : ''
  return data({ token, problem, lines, firstName, head }, { status: problem === 'link_refused' ? 403 : 200 })
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export default function ReviewPage() {
  const loaderData = useLoaderData<typeof loader>()
  const t = useStrings()
  const { problem } = loaderData
  const title = t('review.write_title')
  if (problem === 'link_refused') {
    return (
      <PlainPage title={title} subject={title}>
        <Notice look="danger" role="alert">
          {t('review.refused')}
        </Notice>
      </PlainPage>
    )
  }
  return (
    <PlainPage title={title} {...(problem === null && { lead: t('review.write_lead') })} subject={title}>
      {problem === null ? (
        <ReviewForm {...loaderData} />
      ) : (
        <Notice look="done" role="status">
          {t('review.used')}
        </Notice>
      )}
    </PlainPage>
  )
}

type Step = 'ready' | 'empty' | 'sending' | 'used' | 'failed' | 'done'

function ReviewForm({ token, lines, firstName }: Pick<Shown, 'token' | 'lines' | 'firstName'>) {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<Step>('ready')
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reviews = lines.flatMap(({ sku }) => {
      const stars = Number(form.get(`stars ${sku}`) ?? 0)
      const words = form.get(`words ${sku}`)
      return stars > 0 ? [{ sku, stars, words: typeof words === 'string' ? words : '' }] : []
    })
    if (reviews.length === 0) return setStep('empty')
    setStep('sending')
    const body = { token, show_name: form.has('show_name'), reviews }
    const answer = await callApi(store, 'reviews', { method: 'POST', body })
    setStep(answer.ok ? 'done' : answer.status === 409 ? 'used' : 'failed')
  }
  if (step === 'done' || step === 'used') {
    return (
      <Notice look="done" role="status">
        {t(step === 'done' ? 'review.sent' : 'review.used')}
      </Notice>
    )
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {lines.map((line) => (
        <ReviewFields key={line.sku} line={line} />
      ))}
      {firstName !== '' && (
        <label className={styles.check}>
          <input type="checkbox" name="show_name" /> {t('review.show_name', { name: firstName })}
        </label>
      )}
      {(step === 'empty' || step === 'failed') && (
        <Notice look="danger" role="alert">
          {t(step === 'empty' ? 'review.choose_stars' : 'form.failed')}
        </Notice>
      )}
      <Button type="submit" look="main" disabled={step === 'sending'}>
        {t('review.send')}
      </Button>
      <details>
        <summary>{t('review.how')}</summary>
        <p>{t('review.how_text')}</p>
      </details>
    </form>
  )
}

function ReviewFields({ line: { sku, name, slug } }: { line: Shown['lines'][number] }) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <fieldset className={styles.product}>
      <legend>
        <a href={links.product(code, slug)}>
          <UnbrokenName name={name} />
        </a>
      </legend>
      <div className={styles.stars}>
        {[0, 1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={styles.check}>
            <input type="radio" name={`stars ${sku}`} value={stars} defaultChecked={stars === 0} />
            {stars === 0 ? (
              t('review.no_stars')
            ) : (
              <>
                <span aria-hidden="true">{'★'.repeat(stars)}</span>
                <span className="visually-hidden">{t('review.stars', { stars })}</span>
              </>
            )}
          </label>
        ))}
      </div>
      <TextAreaField
        id={`words-${sku}`}
        name={`words ${sku}`}
        rows={4}
        maxLength={longestReview}
        label={t('review.words')}
        hint={t('review.words_hint')}
      />
    </fieldset>
  )
}
