/**
 * The ids of the choices of the payment step, as forms, checkouts and carts store them: that of the provider, and of a
 * provider's further choices with what it pays with: `stripe`, `stripe:swish`. Pure.
 */
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { OfferedMeans, StoreChoice } from '../stores/store.ts'

/** A choice of the payment step whose method the shop knows. */
export interface PaymentChoice extends StoreChoice {
  provider: PaymentProviderId
}

/** A choice as a page lists it. */
export interface ListedChoice extends PaymentChoice {
  id: string
}

/** The choices with their ids; `all`: every choice of the store, among which a provider's first one has its id. */
export function listedChoices(
  choices: readonly PaymentChoice[],
  all: readonly PaymentChoice[],
): ListedChoice[] {
  return choices.map((choice) => ({ ...choice, id: choiceId(choice, all) }))
}

function choiceId({ provider, offers: [means] }: PaymentChoice, all: readonly PaymentChoice[]): string {
  const first = all.find((other) => other.provider === provider)
  return first === undefined || first.offers[0] === means ? provider : `${provider}:${means}`
}

/**
 * What a choice pays with beside those of its provider's frame, which are chosen there: of our own forms alone.
 */
export function meansOfChoice({ offers }: Pick<PaymentChoice, 'offers'>): OfferedMeans | null {
  return offers.length === 1 ? offers[0] : null
}

/**
 * What a choice is named by: all that it offers, without what is a choice of its own beside it, so that each is there
 * once. Credit stays: every lender has its own.
 */
export function namedMeans(
  choice: Pick<PaymentChoice, 'offers'>,
  listed: readonly Pick<PaymentChoice, 'offers'>[],
): readonly OfferedMeans[] {
  if (choice.offers.length === 1) return choice.offers
  const own = new Set(listed.flatMap(({ offers }) => (offers.length === 1 ? offers : [])))
  const rest = choice.offers.filter((means) => isCredit(means) || !own.has(means))
  return rest.length > 0 ? rest : choice.offers
}

/** Whether a buyer who pays with it is given credit. */
export function isCredit(means: OfferedMeans): boolean {
  return means === 'invoice' || means === 'part_payment'
}
