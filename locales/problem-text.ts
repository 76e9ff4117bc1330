/**
 * How a problem of a product, or of a row of a feed, is put together from the texts of `locales/{language}/import.json`:
 * alike on the screen and in the files that the server writes.
 */

/** More about a problem: a code with values, as the API answers it. */
export interface ProblemDetail {
  code: string
  values?: Readonly<Record<string, string | number>> | undefined
}

/** The text of a key with its placeholders filled. */
export type SayProblem = (key: string, values?: Record<string, string | number>) => string

/** What is wrong with a value. A broken rule of a record is named by its detail alone. */
export function problemText(
  { code, detail }: { code: string; detail: ProblemDetail | null },
  say: SayProblem,
): string {
  if (detail === null) return say(`problem.${code}`)
  const more = say(`problem_detail.${detail.code}`, { ...detail.values })
  return code === 'bad_record' ? more : `${say(`problem.${code}`)}: ${more}`
}

/** Why a file as a whole cannot be read. */
export const feedFaultText = ({ code, values }: ProblemDetail, say: SayProblem): string =>
  say(`feed_fault.${code}`, { ...values })
