/**
 * The keys under which a buyer's unpaid invoices are summed, as keyed digests: the table reveals no
 * identities, and equal buyers have equal digests.
 */
import type { Keyring } from '../keys/keyring.server.ts'
import { formerMailboxOf, mailboxOf } from '../mail/mailbox.server.ts'
import type { BuyerKind } from '../stores/store.ts'
import type { CreditKeyKind } from './decide-credit.ts'

export interface CreditBuyer {
  kind: BuyerKind
  customer: { email: string; firstName: string; lastName: string }
  address: { street: string; postalCode: string; countryCode: string }
  /** As `checkIdentityNumber` returns it; null where the invoice needs none. */
  identityNumber: string | null
  /** Null for a guest. */
  accountId: number | null
  /** The request's network (`rateLimitKey`); null outside a request. */
  network: string | null
}

export interface CreditKey {
  kind: CreditKeyKind
  /** Digest with the current key, which is stored. */
  digest: Buffer
  /** Digests with every listed key, `digest` first, for look-ups. */
  digests: Buffer[]
}

/**
 * The keys of an order. A customer with an account is not counted by e-mail, address or network: anybody can
 * type those and could use up the customer's credit.
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
    // Invoices of releases before are stored under the mailbox as they spelled it.
    const former = formerMailboxOf(customer.email)
    if (kind === 'email' && former !== name) digests.push(...keys.digests('credit', `${kind} ${former}`))
    return [{ kind: kind as CreditKeyKind, digest: digests[0]!, digests }]
  })
}

/**
 * A German consumer gives a birth date, which is not unique; it identifies a buyer only together with the
 * name.
 */
function identityName({ identityNumber, customer }: CreditBuyer): string | null {
  if (identityNumber === null) return null
  const isBirthDate = /^\d{4}-\d{2}-\d{2}$/.test(identityNumber)
  return isBirthDate
    ? `${identityNumber} ${squeeze(`${customer.firstName} ${customer.lastName}`)}`
    : identityNumber
}

/** Letters and digits only, so that spaces, commas and case do not make another address. */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
