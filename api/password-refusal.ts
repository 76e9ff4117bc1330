/** Why a new password is rejected, in the store's language. */
import { longestPassword } from '../domain/accounts/account.ts'
import type { PasswordProblem } from '../domain/accounts/password-rules.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { textsOf } from '../locales/texts.server.ts'

export function passwordRefusal(store: StoreCode, code: PasswordProblem): string {
  return textsOf(store).answers.account[code].replace('{longest}', String(longestPassword))
}
