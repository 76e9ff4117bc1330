/**
 * Reviews of a product: its rating, how it is made up, how reviews are checked (Directive 2005/29/EC Art.
 * 7(6)), and the reviews. The first ones are in the page's HTML; more are fetched.
 */
import { useId, useState } from 'react'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import type { Review, ReviewsAnswer } from '../contract.ts'
import { formatDate, formatNumber } from '../../../domain/content/locale-formats.ts'
import { isStoreCode, stores } from '../../../domain/stores/stores.ts'
import { Button } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callApi } from '../../../app/state/api-client.ts'
import styles from './product-section.module.css'

/** From this count on the order can be chosen. */
const fewestToSort = 2

type Sort = 'newest' | 'helpful'

export default function ProductReviews({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const id = useId()
  const { reviews, score, score_count: count } = product
  const written = reviews.stars.reduce((sum, some) => sum + some, 0)
  if (written === 0 && reviews.imported === null) return null
  return (
    <section className={styles.reviews} aria-labelledby={id} id="reviews">
      <h2 id={id}>{t('review.title')}</h2>
      <div className={styles.columns}>
        <div className={styles.summary}>
          <Stars score={score} count={count} />
          {product.choices.length > 1 && <p className={styles.soft}>{t('review.family')}</p>}
          <Distribution reviews={reviews} written={written} />
          <details>
            <summary>{t('review.how')}</summary>
            <p>{t('review.how_text')}</p>
          </details>
        </div>
        {written === 0 ? (
          <p className={styles.soft}>{t('review.none')}</p>
        ) : (
          <ReviewList product={product} written={written} />
        )}
      </div>
    </section>
  )
}

function Distribution({ reviews, written }: { reviews: ProductDetails['reviews']; written: number }) {
  const t = useStrings()
  const { iso } = useStore()
  return (
    <>
      {written > 0 && (
        <>
          <p>{t('review.of_own', { count: written })}</p>
          <ul className={styles.bars}>
            {[5, 4, 3, 2, 1].map((stars) => {
              const some = reviews.stars[stars - 1] ?? 0
              return (
                <li key={stars}>
                  <span aria-hidden="true">{stars} ★</span>
                  <progress max={written} value={some} aria-label={t('review.bar', { stars, count: some })} />
                  <span aria-hidden="true">{some}</span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {reviews.imported && (
        <p className={styles.soft}>
          {t('review.imported', {
            count: reviews.imported.count,
            score: formatNumber(reviews.imported.score, iso),
          })}
        </p>
      )}
    </>
  )
}

function ReviewList({ product, written }: { product: ProductDetails; written: number }) {
  const t = useStrings()
  const id = useId()
  const store = useStore()
  const [sort, setSort] = useState<Sort>('newest')
  const [list, setList] = useState({ reviews: product.reviews.newest, page: 1 })
  const [step, setStep] = useState<'ready' | 'loading' | 'failed'>('ready')
  async function load(order: Sort, page: number) {
    setSort(order)
    setStep('loading')
    const answer = await callApi<ReviewsAnswer>(store, `products/${product.id}/reviews`, {
      query: { sort: order, page },
    })
    setStep(answer.ok ? 'ready' : 'failed')
    if (!answer.ok) return
    const { reviews } = answer.data
    setList((shown) => ({ page, reviews: page === 1 ? reviews : [...shown.reviews, ...reviews] }))
  }
  return (
    <div className={styles.list}>
      {written >= fewestToSort && (
        <p className={styles.sort}>
          <label htmlFor={id}>{t('review.sort')}</label>
          <select id={id} value={sort} onChange={(event) => void load(event.target.value as Sort, 1)}>
            <option value="newest">{t('review.sort_newest')}</option>
            <option value="helpful">{t('review.sort_helpful')}</option>
          </select>
        </p>
      )}
      <ul>
        {list.reviews.map((review) => (
          <li key={review.id}>
            <ReviewArticle review={review} />
          </li>
        ))}
      </ul>
      <p role="status" className={styles.soft}>
        {step !== 'ready' && t(step === 'loading' ? 'review.loading' : 'review.failed')}
      </p>
      {list.reviews.length < written && (
        <Button disabled={step === 'loading'} onClick={() => void load(sort, list.page + 1)}>
          {t('review.more')}
        </Button>
      )}
    </div>
  )
}

function ReviewArticle({ review }: { review: Review }) {
  const t = useStrings()
  const { code, iso, timeZone, brand } = useStore()
  const { stars, words, answer } = review
  const name = review.name ?? t('review.anonymous')
  const language = isStoreCode(review.store) ? stores[review.store].iso : iso
  return (
    <article className={styles.review}>
      <p className={styles.by}>
        <span role="img" aria-label={t('review.stars', { stars })} className={styles.given}>
          {'★'.repeat(stars)}
          <span>{'★'.repeat(5 - stars)}</span>
        </span>
        <b>{name}</b>
        <span className={styles.soft}>
          {t('review.verified')} · {formatDate(new Date(review.written_at), iso, timeZone)}
        </span>
      </p>
      {words !== '' && (
        <p className={styles.words} lang={language}>
          {words}
        </p>
      )}
      {review.store !== code && words !== '' && (
        <p className={styles.soft}>
          {t('review.language', {
            language: new Intl.DisplayNames(iso, { type: 'language' }).of(language.slice(0, 2)) ?? language,
          })}
        </p>
      )}
      {answer !== null && (
        <div className={styles.answer}>
          <b>
            {t('review.answer', { brand: isStoreCode(review.store) ? stores[review.store].brand : brand })}
          </b>
          <p className={styles.words} lang={language}>
            {answer}
          </p>
        </div>
      )}
      <Helpful review={review} name={name} />
    </article>
  )
}

function Helpful({ review: { id, helpful }, name }: { review: Review; name: string }) {
  const t = useStrings()
  const store = useStore()
  const [voted, setVoted] = useState(false)
  const vote = async () => {
    const answer = await callApi(store, `reviews/${id}/helpful`, { method: 'POST' })
    if (answer.ok) setVoted(true)
  }
  return (
    <p className={styles.helpful}>
      {voted ? (
        <span role="status">{t('review.voted')}</span>
      ) : (
        <button type="button" aria-label={t('review.helpful_of', { name })} onClick={() => void vote()}>
          {t('review.helpful')}
        </button>
      )}
      {helpful > 0 && <span className={styles.soft}>{t('review.helpful_count', { count: helpful })}</span>}
    </p>
  )
}
