/** Bank statements for tests, as banks write them. */

export interface SampleTransaction {
  amount?: string
  currency?: string
  /** Structured references. */
  references?: string[]
  message?: string
  payer?: string
  bankReference?: string
}

export interface SampleEntry {
  amount: string
  currency?: string
  booked?: string
  direction?: 'CRDT' | 'DBIT'
  isReversal?: boolean
  status?: string
  bankReference?: string
  /** One without details by default. */
  transactions?: SampleTransaction[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const element = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`

/** A statement of an account; `version` 2 to 8. */
export function camt053(
  account: { iban: string } | { other: string },
  entries: readonly SampleEntry[],
  version = 2,
): string {
  const id = 'iban' in account ? element('IBAN', account.iban) : element('Othr', element('Id', account.other))
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.0${version}">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-24T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-24T06:00:00</CreDtTm><Acct><Id>${id}</Id></Acct>
${entries.map((entry) => entryText(entry, version)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

function entryText(
  {
    amount,
    currency = 'SEK',
    booked = '2026-11-23',
    direction = 'CRDT',
    isReversal,
    status = 'BOOK',
    bankReference,
    transactions = [],
  }: SampleEntry,
  version: number,
): string {
  const details = transactions.map((each) => detailText(each, currency, version)).join('')
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${
    isReversal ? '<RvslInd>true</RvslInd>' : ''
  }${element('Sts', version >= 4 ? element('Cd', status) : status)}<BookgDt>${
    version >= 4 ? element('DtTm', `${booked}T09:30:00+01:00`) : element('Dt', booked)
  }</BookgDt>${element('AcctSvcrRef', bankReference)}<BkTxCd><Domn><Cd>PMNT</Cd></Domn></BkTxCd>${
    details === '' ? '' : element('NtryDtls', details)
  }</Ntry>`
}

function detailText(
  { amount, currency, references = [], message, payer, bankReference }: SampleTransaction,
  entryCurrency: string,
  version: number,
): string {
  const value = amount && `<Amt Ccy="${currency ?? entryCurrency}">${amount}</Amt>`
  const amountText = version >= 4 ? (value ?? '') : element('AmtDtls', value && element('TxAmt', value))
  const structured = references.map((reference) =>
    element('Strd', element('CdtrRefInf', element('Ref', escaped(reference)))),
  )
  const named = payer === undefined ? undefined : element('Nm', escaped(payer))
  const debtor = version >= 8 && named !== undefined ? element('Pty', named) : named
  const remittance = element('Ustrd', message && escaped(message)) + structured.join('')
  return element(
    'TxDtls',
    `${element('Refs', element('AcctSvcrRef', bankReference) || '<EndToEndId>NOTPROVIDED</EndToEndId>')}${
      value ? amountText : ''
    }${debtor === undefined ? '' : element('RltdPties', element('Dbtr', debtor))}${
      remittance === '' ? '' : element('RmtInf', remittance)
    }`,
  )
}
