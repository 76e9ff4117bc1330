/** Reads the file of an agreement in a worker process. */
import { readAgreementFile, type AgreementRow, type RowProblem } from './read-agreement-file.ts'

export const run = (text: string): { rows: AgreementRow[]; problems: RowProblem[] } => readAgreementFile(text)
