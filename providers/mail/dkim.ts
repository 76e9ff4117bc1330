/**
 * Signatures of the sending domain (DKIM, RFC 6376). Mail programs show their unsubscribe button only where a signature
 * covers both of its header fields (RFC 8058, 4); nodemailer's own list of fields lacks the second one.
 */
import type { KeyObject } from 'node:crypto'
import type { DKIMOptions } from 'nodemailer'

export interface DkimKey {
  /** `d=`: the domain of the senders, or one above it. */
  domain: string
  /** `s=`: the public key is in the TXT record `selector._domainkey.domain`. */
  selector: string
  privateKey: KeyObject
}

/** Fields of the mails that the shop sends; of those that a mail lacks nothing is signed. */
const signedFields = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

export function dkimOptions({ domain, selector, privateKey }: DkimKey): DKIMOptions {
  return {
    domainName: domain,
    keySelector: selector,
    privateKey,
    headerFieldNames: signedFields.join(':'),
  }
}
