/** Stripe's published test cards: what a payment with each of them does. */

export interface TestCard {
  number: string
  /** The payment method that requests of servers name instead of the card. */
  token: string
  brand: 'visa' | 'mastercard'
  outcome: 'succeeds' | 'authenticates' | 'declines_after_authentication' | Decline
  /** Saving it succeeds although every charge is declined. */
  canBeSaved?: true
  /** Once it was authenticated while it was saved, charges without the customer need no authentication. */
  isAuthenticatedBySetup?: true
  /** A refund begins as succeeded, and fails some time later. */
  refundFails?: true
}

export interface Decline {
  code: string
  declineCode?: string
  message: string
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', brand: 'visa', outcome: 'succeeds' },
  {
    number: '4000000000005126',
    token: 'pm_card_refundFail',
    brand: 'visa',
    outcome: 'succeeds',
    refundFails: true,
  },
  { number: '5555555555554444', token: 'pm_card_mastercard', brand: 'mastercard', outcome: 'succeeds' },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    outcome: 'authenticates',
    isAuthenticatedBySetup: true,
  },
  {
    number: '4000000000003220',
    token: 'pm_card_threeDSecure2Required',
    brand: 'visa',
    outcome: 'authenticates',
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    outcome: 'authenticates',
  },
  {
    number: '4000008400001629',
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
    brand: 'visa',
    outcome: 'declines_after_authentication',
  },
  {
    number: '4000000000000002',
    token: 'pm_card_visa_chargeDeclined',
    brand: 'visa',
    outcome: declined('generic_decline'),
  },
  {
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    outcome: declined('generic_decline'),
    canBeSaved: true,
  },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    outcome: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000009987',
    token: 'pm_card_visa_chargeDeclinedLostCard',
    brand: 'visa',
    outcome: declined('lost_card'),
  },
  {
    number: '4000000000009979',
    token: 'pm_card_visa_chargeDeclinedStolenCard',
    brand: 'visa',
    outcome: declined('stolen_card'),
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    outcome: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    outcome: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    outcome: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
]

/** Null: not one of the test cards, which the test environment refuses. */
export function cardOfNumber(number: string): TestCard | null {
  return testCards.find((card) => card.number === number) ?? null
}

export function cardOfToken(token: string): TestCard | null {
  return testCards.find((card) => card.token === token) ?? null
}

/** The decline after a successful authentication. */
export const declineAfterAuthentication: Decline = declined('generic_decline')

/** The bank's answer to a charge without the customer that it wants to be authenticated. */
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
