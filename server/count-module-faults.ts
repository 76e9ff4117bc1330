/** Faults of modules are logged under their names, and counted among the errors that `anode errors` lists. */
import type { ClientErrorCollector } from '../domain/client-errors/client-error-collector.server.ts'
import { readClientError } from '../domain/client-errors/client-error.ts'
import type { ServiceLog } from './compose.ts'

/** The build of what happens in the server, where browsers name theirs. */
const release = 'server'

/** The log, whose warnings about a module are counted too. */
export function countModuleFaults(log: ServiceLog, errors: Pick<ClientErrorCollector, 'note'>): ServiceLog {
  return {
    info: (data, message) => log.info(data, message),
    warn(data, message) {
      log.warn(data, message)
      const { module, part, call, route, register, err } = data as Readonly<Record<string, unknown>>
      if (typeof module !== 'string') return
      const where = [part, call, route, register].find((each) => typeof each === 'string')
      const error = `Module ${module}: ${message}${where === undefined ? '' : ` (${where})`}`
      errors.note(
        readClientError({ error, stack: err instanceof Error ? err.stack : null, url: '' }),
        release,
      )
    },
  }
}
