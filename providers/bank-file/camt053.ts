/**
 * Reads bank statements in ISO 20022 camt.053, versions 001.02 to 001.08. A document type declaration is refused, so
 * that there are neither entities nor external resources. Which fields are read follows the message definitions
 * published at iso20022.org; banks of the four countries differ in which of them they fill.
 */
import { SaxesParser } from 'saxes'
import type {
  BankStatement,
  BankTransaction,
  ReadBankFile,
} from '../../domain/bank-entries/bank-statement.ts'
import { readMinor, type Minor } from '../../domain/money/money.ts'

/** An element with its text and children; namespaces are checked at the root only. */
interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
}

/** A document that is not what it should be; becomes a refusal. */
class BankFileFault extends Error {
  readonly code: Extract<ReadBankFile, { ok: false }>['code']
  constructor(code: BankFileFault['code'], detail: string) {
    super(detail)
    this.code = code
  }
}

const deepest = 40

/** Reads a whole file. */
export function readCamt053(file: Uint8Array): ReadBankFile {
  try {
    const root = parse(decode(file))
    return { ok: true, statements: descendants(root, ['BkToCstmrStmt', 'Stmt']).map(statementOf) }
  } catch (error) {
    if (error instanceof BankFileFault) return { ok: false, code: error.code, detail: error.message }
    throw error
  }
}

const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}

function decode(file: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(file.subarray(0, 200))
  const [, declared = 'utf-8'] = /^(?:ï»¿)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start) ?? []
  const encoding = encodings[declared.toLowerCase()]
  if (!encoding) throw new BankFileFault('encoding', declared)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    throw new BankFileFault('encoding', `not ${declared}`)
  }
}

function parse(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: Element[] = []
  let root: Element | undefined
  parser.on('error', ({ message }) => {
    throw new BankFileFault('not_well_formed', message)
  })
  parser.on('doctype', () => {
    throw new BankFileFault('doctype', 'the document has a document type declaration')
  })
  parser.on('opentag', (tag) => {
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ local, value }) => [local, value]),
    )
    const element: Element = { name: tag.local, attributes, children: [], text: '' }
    if (open.length === 0) {
      checkNamespace(tag.uri)
      root = element
    }
    if (open.length > deepest)
      throw new BankFileFault('not_well_formed', 'its elements are nested too deeply')
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (part: string): void => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  if (!root) throw new BankFileFault('not_well_formed', 'it has no content')
  return root
}

function checkNamespace(uri: string): void {
  if (!/^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.0[2-8]$/.test(uri))
    throw new BankFileFault('wrong_format', uri === '' ? 'no namespace' : uri)
}

function descendants(element: Element, path: readonly string[]): Element[] {
  return path.reduce<Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

const textsAt = (element: Element, path: string): string[] =>
  descendants(element, path.split('/')).flatMap(({ text }) => text.trim() || [])

/** The first of the paths that has text. */
function textAt(element: Element, ...paths: string[]): string | null {
  for (const path of paths) {
    const [text] = textsAt(element, path)
    if (text !== undefined) return text
  }
  return null
}

function statementOf(statement: Element): BankStatement {
  const account = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  if (account === null) throw new BankFileFault('wrong_value', 'a statement names no account')
  const entries = descendants(statement, ['Ntry'])
  const incoming = entries.filter(isIncoming)
  const transactions = incoming.flatMap(transactionsOf)
  return {
    account: account.replaceAll(/\s/g, ''),
    transactions: withOccurrences(transactions),
    ignored: entries.length - incoming.length,
  }
}

/**
 * Booked money that arrived, or the reversal of it: of a reversal, CdtDbtInd is the direction of the reversal itself,
 * so a debit takes an earlier credit back.
 */
function isIncoming(entry: Element): boolean {
  const isBooked = textAt(entry, 'Sts/Cd', 'Sts') === 'BOOK'
  return isBooked && (textAt(entry, 'CdtDbtInd') === 'CRDT') !== isReversal(entry)
}

const isReversal = (entry: Element): boolean => ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '')

interface Amount {
  amountMinor: Minor
  currency: string
}

function amountOf(element: Element | undefined): Amount | null {
  if (!element) return null
  const [, whole = '', decimals = ''] = /^(\d{1,10})(?:\.(\d{1,5}))?$/.exec(element.text.trim()) ?? []
  const { Ccy: currency = '' } = element.attributes
  if (whole === '' || /[1-9]/.test(decimals.slice(2)) || !/^[A-Z]{3}$/.test(currency))
    throw new BankFileFault('wrong_value', `the amount ${element.text.trim().slice(0, 30)} ${currency}`)
  return { amountMinor: readMinor(`${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`), currency }
}

const amountAt = (element: Element, path: string): Amount | null =>
  amountOf(descendants(element, path.split('/'))[0])

function transactionsOf(entry: Element): BankTransaction[] {
  const whole = amountAt(entry, 'Amt')
  if (!whole) throw new BankFileFault('wrong_value', 'an entry has no amount')
  if (whole.amountMinor === 0) return []
  const bookedOn = (textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '').slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(bookedOn) || Number.isNaN(Date.parse(bookedOn)))
    throw new BankFileFault('wrong_value', 'an entry has no date')
  const details = descendants(entry, ['NtryDtls', 'TxDtls'])
  const common = { bookedOn, isReversal: isReversal(entry) }
  if (details.length <= 1)
    return [transactionOf(entry, details[0], 0, { ...common, ...whole, isIncomplete: false })]
  const parts = details.map((detail) => partAmount(entry, detail))
  const isComplete =
    parts.every((part) => part?.currency === whole.currency) &&
    parts.reduce((sum, part) => sum + (part?.amountMinor ?? 0), 0) === whole.amountMinor
  if (!isComplete) return [transactionOf(entry, undefined, 0, { ...common, ...whole, isIncomplete: true })]
  return details.map((detail, index) =>
    transactionOf(entry, detail, index, { ...common, ...parts[index]!, isIncomplete: false }),
  )
}

/** Null: the part has no amount, or is of the other direction than its entry. */
function partAmount(entry: Element, detail: Element): Amount | null {
  const direction = textAt(detail, 'CdtDbtInd')
  if (direction !== null && direction !== textAt(entry, 'CdtDbtInd')) return null
  return amountAt(detail, 'Amt') ?? amountAt(detail, 'AmtDtls/TxAmt/Amt')
}

type Common = Pick<BankTransaction, 'bookedOn' | 'isReversal' | 'amountMinor' | 'currency' | 'isIncomplete'>

/** `detail` undefined: the entry has no details, or they are not used. */
function transactionOf(
  entry: Element,
  detail: Element | undefined,
  index: number,
  common: Common,
): BankTransaction {
  const entryReference = textAt(entry, 'AcctSvcrRef')
  const ownReference = detail ? textAt(detail, 'Refs/AcctSvcrRef') : null
  const references = detail ? textsAt(detail, 'RmtInf/Strd/CdtrRefInf/Ref') : []
  const messages = detail
    ? [
        ...textsAt(detail, 'RmtInf/Ustrd'),
        ...textsAt(detail, 'RmtInf/Strd/RfrdDocInf/Nb'),
        ...textsAt(detail, 'RmtInf/Strd/AddtlRmtInf'),
        ...textsAt(detail, 'AddtlTxInf'),
      ]
    : []
  const message = [...messages, ...textsAt(entry, 'AddtlNtryInf')].join(' ').slice(0, 1000) || null
  const payer = detail
    ? textAt(
        detail,
        'RltdPties/Dbtr/Nm',
        'RltdPties/Dbtr/Pty/Nm',
        'RltdPties/UltmtDbtr/Nm',
        'RltdPties/UltmtDbtr/Pty/Nm',
      )
    : null
  const { bookedOn, amountMinor, currency } = common
  const facts = [bookedOn, amountMinor, currency, common.isReversal]
  const identity =
    entryReference === null && ownReference === null
      ? [
          'content',
          ...facts,
          textAt(entry, 'NtryRef'),
          detail ? textAt(detail, 'Refs/EndToEndId') : null,
          detail ? textAt(detail, 'Refs/TxId') : null,
          references.join(' '),
          message,
          payer,
        ]
      : ['reference', ...facts, entryReference, ownReference, ownReference === null ? index : null]
  return {
    ...common,
    identity,
    bankReference: ownReference ?? entryReference,
    references,
    message,
    payer,
  }
}

/**
 * Payments without a bank reference may be alike in everything, such as two of one buyer on one day: they are counted
 * within their statement, so that the same statement gives the same identities again. With a reference, a repetition
 * is the same payment.
 */
function withOccurrences(transactions: readonly BankTransaction[]): BankTransaction[] {
  const seen = new Map<string, number>()
  return transactions.map((transaction) => {
    const key = JSON.stringify(transaction.identity)
    const occurrence = seen.get(key) ?? 0
    seen.set(key, occurrence + 1)
    return transaction.identity[0] === 'content'
      ? { ...transaction, identity: [...transaction.identity, occurrence] }
      : transaction
  })
}
