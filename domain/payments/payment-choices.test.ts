import { expect, it } from 'vitest'
import type { PaymentChoice } from './payment-choices.ts'
import { meansOfChoice, namedMeans } from './payment-choices.ts'

const card: PaymentChoice = { provider: 'stripe', offers: ['card'] }
const swish: PaymentChoice = { provider: 'stripe', offers: ['swish'] }
const kustom: PaymentChoice = { provider: 'klarna', offers: ['card', 'swish', 'invoice', 'part_payment'] }
const walley: PaymentChoice = { provider: 'walley_b2c', offers: ['invoice', 'card'] }
const invoice: PaymentChoice = { provider: 'invoice', offers: ['invoice'] }

it('[CHECKOUT-07] a frame is named by what is no choice of its own beside it', () => {
  expect(namedMeans(kustom, [card, swish, kustom])).toEqual(['invoice', 'part_payment'])
  expect(namedMeans(kustom, [card, kustom])).toEqual(['swish', 'invoice', 'part_payment'])
  expect(namedMeans(kustom, [kustom, walley])).toEqual(['card', 'swish', 'invoice', 'part_payment'])
  // Every lender has credit of its own.
  expect(namedMeans(walley, [card, walley, invoice])).toEqual(['invoice'])
  expect(namedMeans({ offers: ['card', 'swish'] }, [card, swish])).toEqual(['card', 'swish'])
  expect(namedMeans(card, [card, kustom])).toEqual(['card'])
})

it('a choice of our own form names what is paid with, a frame asks by itself', () => {
  expect([card, kustom].map(meansOfChoice)).toEqual(['card', null])
})
