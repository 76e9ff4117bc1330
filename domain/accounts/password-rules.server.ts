/**
 * Which passwords are accepted: the length of `account.ts`, and none that attackers try first (NIST SP
 * 800-63B, 3.1.1.2: compare with a list of commonly used and breached passwords).
 */
import { isPassword } from './account.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

export type PasswordProblem = 'password_refused' | 'password_common'

const common = new Set(commonPasswords.passwords)

/**
 * Why a new password is rejected, or null. Common passwords are compared without regard to case. `email`: the
 * account's address, which is no password either.
 */
export function passwordProblem(password: string, email?: string): PasswordProblem | null {
  if (!isPassword(password)) return 'password_refused'
  const typed = password.normalize('NFKC').toLowerCase()
  const isOwnAddress = email !== undefined && (typed === email || typed === email.split('@')[0])
  return isOwnAddress || common.has(typed) ? 'password_common' : null
}
