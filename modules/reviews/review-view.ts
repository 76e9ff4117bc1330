/** A published review in the shape of the contract. */
import type { Review } from './contract.ts'
import type { PublishedReview } from './review.ts'

export function reviewView({ submittedAt, ...review }: PublishedReview): Review {
  const { id, store, stars, words, name, answer, helpful } = review
  return { id, store, stars, words, name, written_at: new Date(submittedAt).toISOString(), answer, helpful }
}
