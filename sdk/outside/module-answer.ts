/** The answers of a module, of which nothing is trusted: what fails, hangs or has another form is no answer, and says why. */
import { z } from 'zod'

/** An answer that takes longer is none; the module should have given up its request before. */
const usuallyWithinMs = 15_000
const late = Symbol('no answer in time')

/**
 * The answer of a call, in the form that is asked for; null: there is none. `failed` gets the reason for the log, which
 * quotes nothing of the answer and of what was thrown. `withinMs`: how long it may take.
 */
export async function moduleAnswer<Answer>(
  form: z.ZodType<Answer>,
  work: () => unknown,
  failed: (reason: string) => void,
  { withinMs = usuallyWithinMs }: { withinMs?: number } = {},
): Promise<Answer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise((resolve) => {
    timer = setTimeout(() => resolve(late), withinMs)
  })
  // What throws at once fails as what rejects.
  const answered = (async () => work())()
  try {
    const answer = await Promise.race([answered, tooLate])
    const read = answer === late ? null : form.safeParse(answer)
    if (read?.success) return read.data
    failed(read ? z.prettifyError(read.error) : 'no answer in time')
  } catch (error) {
    failed(reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
  return null
}

/**
 * Why a module failed: the name of the error, with its code or that of its cause, such as `TypeError ECONNREFUSED`. Its
 * message may quote what it was given: names, addresses, keys.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const name = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error'
  const code = codeOf(error) ?? codeOf(error.cause)
  return code === undefined ? name : `${name} ${code}`
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Za-z]\w{1,39}$/.test(code) ? code : undefined
}
