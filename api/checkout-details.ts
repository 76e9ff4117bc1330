/** Converts the checkout form from the contract's fields to the parts a checkout stores. */
import { z } from 'zod'
import { checkoutPatch } from '../contract/checkout.ts'
import type { CheckoutDetails } from '../domain/checkout/checkout-repository.server.ts'
import { listedChoices } from '../domain/payments/payment-choices.ts'
import { paymentProviderIds } from '../domain/payment-methods/payment-methods.ts'
import { choicesOfStore } from '../domain/payments/store-choices.ts'
import { storeCodes } from '../domain/stores/stores.ts'

const choiceIds = storeCodes.flatMap((store) =>
  (['private', 'business'] as const).flatMap((customerType) => {
    const choices = choicesOfStore(store, customerType)
    return listedChoices(choices, choices).map(({ id }) => id)
  }),
)
const paymentChoiceId = z.enum([...new Set([...paymentProviderIds, ...choiceIds])])

/** The contract's fields; the payment method must be one the shop is configured with. */
export const detailsPatch = checkoutPatch.extend({ paymentMethod: paymentChoiceId.optional() })

/** The parts of a stored checkout that a request changes. */
export function detailsOf(patch: z.infer<typeof detailsPatch>): {
  [Field in keyof CheckoutDetails]?: CheckoutDetails[Field] | undefined
} {
  const {
    email,
    phone,
    firstName,
    lastName,
    companyName,
    address,
    postalCode,
    city,
    deliveryFirstName,
    deliveryLastName,
    deliveryCompanyName,
    deliveryAddress,
    deliveryPostalCode,
    deliveryCity,
    note,
    vatNumber,
    yourReference,
    purchaseOrder,
    costCentre,
    postNumber,
    electronicAddress,
    giftCardCodes: _,
    ...rest
  } = patch
  return {
    ...rest,
    contact: given({ email, phone, firstName, lastName, companyName }),
    address: given({
      address,
      postalCode,
      city,
      deliveryFirstName,
      deliveryLastName,
      deliveryCompanyName,
      deliveryAddress,
      deliveryPostalCode,
      deliveryCity,
    }),
    remarks: given({
      note,
      vatNumber,
      yourReference,
      purchaseOrder,
      costCentre,
      electronicAddress,
      postNumber,
    }),
  }
}

function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
