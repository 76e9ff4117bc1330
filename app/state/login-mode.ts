/** What the login panel shows (AUTH-15). Browser only, late: it comes with the panel or with a link that opens it. */
import { create } from 'zustand'

export type LoginMode =
  | { mode: 'login'; notice: LoginNotice | null }
  | { mode: 'forgotten' }
  | { mode: 'order' }
  /** `token`: of the mail that asked for a new password. */
  | { mode: 'change-password'; token: string }

/** What is said above the login: why the visitor sees it. */
export type LoginNotice = 'token_refused' | 'password_changed'

export const useLoginMode = create<LoginMode>()(() => ({ mode: 'login', notice: null }))

/** Shows another form of the panel. */
export function showLogin(mode: LoginMode): void {
  useLoginMode.setState(mode, true)
}
