/** Reviews as staff see, decide on and answer them. */
import { sql } from 'kysely'
import {
  action,
  choice,
  choiceInput,
  defineResource,
  id,
  integer,
  moment,
  optionalText,
  order,
  product,
  store,
  text,
} from '../../domain/resources/resource.server.ts'
import { answerReview, moderateReview } from './moderate-review.server.ts'
import { longestAnswer, rejectionReasons, type RejectionReason, type ReviewStatus } from './review.ts'

interface Review {
  id: number
  status: ReviewStatus
}

const tones = { pending: 'warning', published: 'good', rejected: 'bad' } as const
const noTone = Object.fromEntries(rejectionReasons.map((reason) => [reason, 'neutral'])) as Record<
  RejectionReason,
  'neutral'
>

const unknown = { ok: false, code: 'unknown_row' } as const

export const reviewResource = defineResource({
  name: 'reviews',
  section: { after: '/products', icon: 'star', keys: 'g v' },
  permission: 'review:read',
  auditObject: 'review',
  source: sql`review r join product p on p.id = r.product_id left join orders o on o.id = r.order_id`,
  key: 'id',
  defaultSort: '-submittedAt',
  // Names of buyers and their orders.
  isPersonal: true,
  fields: {
    id: id(sql`r.id`, { sort: true }),
    submittedAt: moment(sql`r.submitted_at`, { sort: true, filter: true }),
    sku: product(sql`p.sku`, { sort: true, isSearched: true }),
    stars: integer(sql`r.stars`, { sort: true }),
    words: text(sql`r.words`, { isSearched: true }),
    name: text(sql`r.name`, { isNullable: true, isSearched: true }),
    status: choice(sql`r.status`, tones, { filter: true }),
    rejectionReason: choice(sql`r.rejection_reason`, noTone, { isNullable: true, shown: 'page' }),
    answer: text(sql`r.answer`, { isNullable: true, isSearched: true, shown: 'chosen' }),
    helpful: integer(sql`r.helpful`, { sort: true, shown: 'chosen' }),
    // Null: the buyer's data has been erased.
    order: order(sql`o.number`, { isNullable: true, shown: 'chosen', isSearched: true }),
    store: store(sql`r.store`, { filter: true }),
  },
  filters: {
    stars: {
      kind: 'options',
      options: ['1', '2', '3', '4', '5'],
      condition: (values) => sql`r.stars = any(${values}::integer[])`,
    },
    answered: {
      kind: 'flag',
      condition: (isOn) => (isOn ? sql`r.answer is not null` : sql`r.answer is null`),
    },
  },
  actions: {
    publish: action<Review>()({
      description: 'show a review on its product',
      permission: 'review:moderate',
      isMain: true,
      isOffered: ({ status }) => status !== 'published',
      run: ({ db, clock }, actor, { row }) =>
        decide(db, actor, { id: row.id, reason: null, now: new Date(clock()) }),
    }),
    reject: action<Review>()({
      description: 'do not show a review; no reason is about the stars',
      permission: 'review:moderate',
      isOffered: ({ status }) => status !== 'rejected',
      inputs: { reason: choiceInput(rejectionReasons) },
      run: ({ db, clock }, actor, { row, values: { reason } }) =>
        decide(db, actor, { id: row.id, reason, now: new Date(clock()) }),
    }),
    answer: action<Review>()({
      description: "write the shop's public answer to a review; without one it is removed",
      permission: 'review:moderate',
      isOffered: ({ status }) => status !== 'rejected',
      // Empty removes it.
      inputs: { answer: optionalText(longestAnswer, { rows: 5 }) },
      run: async ({ db, clock }, actor, { row, values: { answer } }) => {
        const answered = await answerReview(db, actor, { id: row.id, answer, now: new Date(clock()) })
        if (answered.ok) return answered
        return answered.code === 'rejected' ? { ok: false, code: 'not_offered' } : unknown
      },
    }),
  },
  todo: { reviews_pending: { query: () => 'filter.status=pending' } },
})

async function decide(...given: Parameters<typeof moderateReview>) {
  const decided = await moderateReview(...given)
  if (decided.ok) return { ok: true } as const
  return decided.code === 'not_found' ? unknown : ({ ok: false, code: 'already_done' } as const)
}
