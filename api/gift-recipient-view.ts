/** Converts the recipient of a gift card between the contract and the domain. */
import type { GiftRecipient as RequestedRecipient } from '../contract/cart.ts'
import type { GiftRecipient } from '../domain/gift-cards/gift-recipient.ts'
import { normalizeEmail } from '../domain/stores/email.ts'

/** Null where the address cannot be one: the card is then the buyer's own. */
export function readGiftRecipient({
  name,
  email,
  deliver_on: deliverOn,
  greeting,
}: RequestedRecipient): GiftRecipient | null {
  const address = normalizeEmail(email)
  if (address === null) return null
  return { name: name.trim(), email: address, deliverOn, greeting: greeting.trim() }
}

export function viewGiftRecipient({ name, email, deliverOn, greeting }: GiftRecipient): RequestedRecipient {
  return { name, email, deliver_on: deliverOn, greeting }
}
