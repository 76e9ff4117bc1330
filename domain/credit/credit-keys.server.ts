/**
 * The names under which a buyer's unpaid invoices are added up, as keyed digests: nobody can read from the table whom
 * they belong to, and equal buyers are equal.
 */
import type { Keyring } from '../keys/keyring.server.ts'
import { mailboxOf } from '../mail/mailbox.server.ts'
import type { BuyerKind } from '../stores/store.ts'
import type { CreditKeyKind } from './decide-credit.ts'

export interface CreditBuyer {
  kind: BuyerKind
  customer: { email: string; firstName: string; lastName: string }
  address: { street: string; postalCode: string; countryCode: string }
  /** As `checkIdentityNumber` answers it; null where the invoice needs none. */
  identityNumber: string | null
  /** Null for a guest. */
  accountId: number | null
  /** The request's network (`rateLimitKey`); null where there is no request. */
  network: string | null
}

export interface CreditKey {
  kind: CreditKeyKind
  /** Made with the current key: what is stored. */
  digest: Buffer
  /** With every listed key, `digest` first: what is looked up. */
  digests: Buffer[]
}

/**
 * The keys of an order. A customer with an account is not counted by e-mail, address or network: anybody can type
 * those, and could use up the customer's credit.
 */
export function creditKeys(keys: Keyring, buyer: CreditBuyer): CreditKey[] {
  const { customer, address, accountId, network } = buyer
  const names: Partial<Record<CreditKeyKind, string | null>> =
    accountId === null
      ? {
          identity: identityName(buyer),
          email: mailboxOf(customer.email),
          address: squeeze(`${address.street} ${address.postalCode} ${address.countryCode}`),
          network,
        }
      : { identity: identityName(buyer), account: String(accountId) }
  return Object.entries(names).flatMap(([kind, name]) => {
    if (name === null) return []
    const digests = keys.digests('credit', `${kind} ${name}`)
    return [{ kind: kind as CreditKeyKind, digest: digests[0]!, digests }]
  })
}

/** A German consumer gives a birth date, which many share: it is one buyer's only together with the name. */
function identityName({ identityNumber, customer }: CreditBuyer): string | null {
  if (identityNumber === null) return null
  const isBirthDate = /^\d{4}-\d{2}-\d{2}$/.test(identityNumber)
  return isBirthDate
    ? `${identityNumber} ${squeeze(`${customer.firstName} ${customer.lastName}`)}`
    : identityNumber
}

/** Letters and digits alone, so that spaces, commas and capitals make no other address. */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
