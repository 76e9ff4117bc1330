/** The refusal of real keys beside the simulator. */
import { accountProviders } from '../domain/provider-accounts/account-provider.ts'
import type { Environment } from './account-variables.ts'
import { ConfigError } from './config-error.ts'

/** Variables with a provider's keys or account. */
const keyName = new RegExp(
  `^(?:${accountProviders.join('|').replaceAll('-', '_').toUpperCase()})_\\w*(?:USERNAME|PASSWORD|KEY|SECRET|CLIENT|TOKEN|UID|STORE)\\w*$`,
)

/**
 * A simulator beside real keys would take orders that nobody pays, or move real money in a test. Throws
 * ConfigError.
 */
export function refuseLiveKeys(env: Environment): void {
  const names = Object.keys(env).filter((name) => keyName.test(name))
  if (names.length > 0)
    throw new ConfigError(
      `PROVIDERS=simulator must not be combined with keys of providers: unset ${names.join(', ')}, or set PROVIDERS=live.`,
    )
}
