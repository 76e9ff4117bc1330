import { Command, InvalidArgumentError, Option } from 'commander'
import { answerReview, moderateReview } from './moderate-review.server.ts'
import { listReviews } from './review-repository.server.ts'
import {
  longestAnswer,
  rejectionReasons,
  reviewStatuses,
  type RejectionReason,
  type ReviewStatus,
} from './review.ts'
import { readLimit, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import type { WithShop } from '../../sdk/module.ts'

/** `anode review …`: the moderation of reviews. */
export function reviewCommand(withShop: WithShop): Command {
  return new Command('review')
    .description('list, publish, reject and answer reviews of products')
    .addCommand(listCommand(withShop))
    .addCommand(publishCommand(withShop))
    .addCommand(rejectCommand(withShop))
    .addCommand(answerCommand(withShop))
    .addHelpText(
      'after',
      '\nNegative reviews are published like positive ones: suppressing them is forbidden (Directive 2005/29/EC, Annex I, no. 23c).\nBad language alone is no reason to reject.\nExamples:\n  anode review list\n  anode review publish 7\n  anode review reject 8 --reason personal_data\n  anode review answer 7 "Thank you. We have told the manufacturer."',
    )
}

interface ListOptions {
  status: ReviewStatus
  all?: boolean
  limit: number
  json?: boolean
}

function listCommand(withShop: WithShop): Command {
  return new Command('list')
    .description('print the reviews that wait for a decision, the oldest first')
    .addOption(
      new Option('--status <status>', 'of another status').choices(reviewStatuses).default('pending'),
    )
    .option('--all', 'of every status')
    .option('--limit <count>', 'how many', readLimit, 50)
    .option('--json', 'print JSON')
    .action(async ({ status, all = false, limit, json }: ListOptions) => {
      const reviews = await withShop(({ db }) => listReviews(db, { status: all ? null : status, limit }))
      printTable(
        reviews.map((review) => ({
          review: review.id,
          written: review.submittedAt.toISOString(),
          store: review.store,
          sku: review.sku,
          order: review.orderNumber,
          stars: review.stars,
          name: review.name,
          status: review.rejectionReason ?? review.status,
          words: review.words,
          answer: review.answer,
        })),
        { json, empty: 'No reviews.' },
      )
    })
}

async function decide(withShop: WithShop, id: number, reason: RejectionReason | null): Promise<void> {
  const decided = await withShop(({ db, actor }) =>
    moderateReview(db, actor, { id, reason, now: new Date() }),
  )
  if (!decided.ok)
    throw new Refusal(
      decided.code === 'not_found' ? `There is no review ${id}.` : `Review ${id} has that status already.`,
    )
  const { sku, status } = decided.review
  printFacts({ review: id, sku, status })
}

function publishCommand(withShop: WithShop): Command {
  return new Command('publish')
    .description('show a review on its product')
    .argument('<id>', 'as `review list` prints it', readLongId)
    .action((id: number) => decide(withShop, id, null))
}

function rejectCommand(withShop: WithShop): Command {
  return new Command('reject')
    .description('do not show a review')
    .argument('<id>', 'as `review list` prints it', readLongId)
    .addOption(
      new Option('--reason <reason>', 'why; no reason is about the stars')
        .choices(rejectionReasons)
        .makeOptionMandatory(),
    )
    .action((id: number, { reason }: { reason: RejectionReason }) => decide(withShop, id, reason))
}

function answerCommand(withShop: WithShop): Command {
  return new Command('answer')
    .description("write the shop's public answer to a review; without a text it is removed")
    .argument('<id>', 'as `review list` prints it', readLongId)
    .argument('[text]', 'in the language of its store', readAnswer)
    .action(async (id: number, text?: string) => {
      const answered = await withShop(({ db, actor }) =>
        answerReview(db, actor, { id, answer: text ?? null, now: new Date() }),
      )
      if (!answered.ok) throw new Refusal(`There is no review ${id}.`)
      printFacts({ review: id, answer: text ?? null })
    })
}

function readAnswer(text: string): string {
  const answer = text.trim()
  if (answer !== '' && answer.length <= longestAnswer) return answer
  throw new InvalidArgumentError(`1 to ${longestAnswer} characters, please.`)
}
