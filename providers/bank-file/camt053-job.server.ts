/** Reads a bank statement in a worker process. */
import type { ReadBankFile } from '../../domain/bank-entries/bank-statement.ts'
import { readCamt053 } from './camt053.ts'

export const run = (file: Uint8Array): ReadBankFile => readCamt053(file)
