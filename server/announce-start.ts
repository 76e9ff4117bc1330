/**
 * Reports the progress of the start: plain lines for a person (a terminal, or `npm start`), one log line per
 * step for a machine. While it prints plain lines, the log prints only warnings.
 */
import type { Logger } from 'pino'
import { storeCodes, stores } from '../domain/stores/stores.ts'

export interface StartAnnouncer {
  /** Runs one step of the start and reports its result. */
  step<T>(title: string, run: () => Promise<T>, result: (value: T) => string): Promise<T>
  /** Prints a message for the operator. */
  note(text: string): void
  /**
   * The node listens at this address; normal logging starts. `backOffice`: its address or the first owner's link; null:
   * there is none.
   */
  opened(publicUrl: string, backOffice: string | null): void
}

/** `ANODE_PLAIN_START` is set by cli/start.mjs, which prints its own steps in the same format. */
export function announceStart(
  log: Logger,
  plain = process.stdout.isTTY === true || process.env['ANODE_PLAIN_START'] === '1',
  write: (text: string) => void = (text) => process.stdout.write(text),
): StartAnnouncer {
  const level = log.level
  if (plain && log.isLevelEnabled('info') && !log.isLevelEnabled('debug')) log.level = 'warn'
  const say = (text: string) => (plain ? write(`${text}\n`) : log.info(text))
  return {
    async step(title, run, result) {
      const began = performance.now()
      if (plain) say(`• ${title} …`)
      const value = await run()
      const took = `${((performance.now() - began) / 1000).toFixed(1)} s`
      say(`${plain ? '✓ ' : ''}${title}: ${result(value)} (${took})`)
      return value
    },
    note: (text) => say(text),
    opened(publicUrl, backOffice) {
      log.level = level
      if (!plain) {
        log.info(`Open: ${storeCodes.map((code) => `${publicUrl}/${code}`).join(' ')}`)
        if (backOffice !== null) log.info(`Back office: ${backOffice}`)
        return
      }
      const addresses = storeCodes.map((code) => `  ${stores[code].brand.padEnd(20)}${publicUrl}/${code}`)
      if (backOffice !== null) addresses.push(`  ${'Back office'.padEnd(20)}${backOffice}`)
      say(`\nThe shop is open. Ctrl-C stops it.\n\n${addresses.join('\n')}\n`)
    },
  }
}
