/** Issues the gift cards that an order bought, and plans the delivery of those for somebody else. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { cardKeys, readCardCode, soldCardCodes } from './gift-card-code.server.ts'
import { insertGiftCard } from './gift-card-repository.server.ts'
import { planDelivery } from './gift-card-delivery.server.ts'
import type { GiftCardSale, SoldCard } from './sold-cards.ts'

/** Issues one card per unit. Idempotent: repeating it returns the same codes. */
export async function issueSoldCards(
  trx: Kysely<DB>,
  keys: Keyring,
  { orderId, store, currency, lines }: GiftCardSale,
): Promise<SoldCard[]> {
  const cards: SoldCard[] = []
  for (const line of lines) {
    if (line.unitMinor <= 0 || line.units <= 0) continue
    if (line.recipient)
      await planDelivery(trx, { orderId, lineUuid: line.uuid, store, recipient: line.recipient })
    for (let unit = 1; unit <= line.units; unit++) {
      const soldWith = { orderId, lineUuid: line.uuid, unit }
      const codes = soldCardCodes(keys, soldWith)
      const card = { code: codes[0], store, currency, amountMinor: line.unitMinor, soldWith }
      const isNew = await insertGiftCard(trx, keys, card)
      const code = isNew ? card.code : await issuedCode(trx, keys, codes, soldWith)
      cards.push({ name: line.name, code, amountMinor: line.unitMinor, recipient: line.recipient })
    }
  }
  return cards
}

/**
 * The one of these codes with which a sold card was issued. Throws where none matches, so that a wrong code
 * is never mailed.
 */
async function issuedCode(
  trx: Kysely<DB>,
  keys: Keyring,
  codes: readonly string[],
  { orderId, lineUuid, unit }: { orderId: number; lineUuid: string; unit: number },
): Promise<string> {
  const card = await trx
    .selectFrom('gift_card')
    .select('code_key')
    .where('order_id', '=', orderId)
    .where('line_uuid', '=', lineUuid)
    .where('unit', '=', unit)
    .executeTakeFirst()
  const key = card?.code_key ?? ''
  const code = codes.find((each) => cardKeys(keys, readCardCode(each)!).includes(key))
  if (code === undefined)
    throw new Error(
      `the code of a gift card sold with order ${orderId} was made with a secret that SECRET_PREVIOUS does not list`,
    )
  return code
}
