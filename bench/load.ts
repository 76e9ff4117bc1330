/** Shoppers who ask at once, again and again. */
import autocannon from 'autocannon'

/** Runs the load; throws where the shop refused or did not answer, for such answers are quick. */
export async function load(options: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon(options)
  const { non2xx, errors } = result
  if (non2xx > 0 || errors > 0) throw new Error(`${options.url}: ${non2xx} refusals, ${errors} errors.`)
  return result
}
