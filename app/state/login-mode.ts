/**
 * The form shown in the login panel (AUTH-15). Browser only, lazy-loaded with the panel or with a link that
 * opens it.
 */
import { create } from 'zustand'

export type LoginMode =
  | { mode: 'login'; notice: LoginNotice | null }
  | { mode: 'forgotten' }
  | { mode: 'order' }
  /** `token`: from the password-reset mail. */
  | { mode: 'change-password'; token: string }

/** The message above the login: why it is shown. */
export type LoginNotice = 'token_refused' | 'password_changed'

export const useLoginMode = create<LoginMode>()(() => ({ mode: 'login', notice: null }))

/** The e-mail address typed in one of the panel's forms, which the others begin with. Not stored. */
let typedEmail = ''
export const lastEmail = (): string => typedEmail
export function keepEmail(email: string): void {
  typedEmail = email
}

/** Shows another form of the panel. */
export function showLogin(mode: LoginMode): void {
  useLoginMode.setState(mode, true)
}
