import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { readStripeAccounts } from './stripe-settings.ts'

const stripeKeys = {
  STRIPE_SECRET_KEY_SV: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY_SV: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET_SV: 'whsec_1',
}

it('reads an account of Stripe for each store that has keys', () => {
  expect(readStripeAccounts(stripeKeys, null)).toEqual({
    sv: {
      apiUrl: 'https://api.stripe.com',
      scriptUrl: 'https://js.stripe.com/dahlia/stripe.js',
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      methods: ['card', 'swish'],
    },
  })
  expect(readStripeAccounts({}, null)).toEqual({})
  expect(readStripeAccounts({ ...stripeKeys, STRIPE_METHODS_SV: 'card' }, null).sv?.methods).toEqual(['card'])
})

it('uses the accounts of the simulated Stripe with the simulator', () => {
  const accounts = readStripeAccounts({}, 'http://localhost:3001')
  expect(Object.keys(accounts)).toEqual(storeCodes)
  expect(accounts.da).toMatchObject({
    apiUrl: 'http://localhost:3001/stripe',
    scriptUrl: 'http://localhost:3001/stripe/dahlia/stripe.js',
  })
})

it('refuses a part of a Stripe account, exchanged keys, and a method that a store may not offer', () => {
  const { STRIPE_WEBHOOK_SECRET_SV: _, ...withoutSecret } = stripeKeys
  expect(() => readStripeAccounts(withoutSecret, null)).toThrow('STRIPE_WEBHOOK_SECRET_SV is required')
  expect(() => readStripeAccounts({ ...stripeKeys, STRIPE_SECRET_KEY_SV: 'pk_test_1' }, null)).toThrow(
    'STRIPE_SECRET_KEY_SV must be like',
  )
  // Swish takes the money before the goods are sent, which Denmark does not allow.
  expect(() => readStripeAccounts({ STRIPE_METHODS_DA: 'card,swish' }, null)).toThrow(
    'STRIPE_METHODS_DA may list card, mobilepay, not swish.',
  )
})
