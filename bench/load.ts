/** Load of concurrent clients that send requests repeatedly. */
import autocannon from 'autocannon'

/**
 * Runs the load; throws if the shop rejected a request or did not answer, because such responses are fast.
 */
export async function load(options: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon(options)
  const { non2xx, errors } = result
  if (non2xx > 0 || errors > 0) throw new Error(`${options.url}: ${non2xx} refusals, ${errors} errors.`)
  return result
}
