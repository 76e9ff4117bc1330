/**
 * The session cookie of the back office. Scripts cannot read it, no other host can set it, and it is not sent
 * along from other sites; the page itself is the same for everybody, so that links to it work.
 */
import { longestMs } from '../../domain/staff/staff-session-repository.server.ts'
import { hostCookieName, readCookie, setCookie } from '../set-cookie.ts'

const baseName = 'anode_staff'

/** The session's token in a `Cookie` header; null if absent. */
export function readStaffCookie(header: string | undefined, adminUrl: string): string | null {
  return readCookie(header, hostCookieName(baseName, adminUrl))
}

/** `Set-Cookie` that stores a session's token, or deletes it (null). */
export function staffCookie(token: string | null, adminUrl: string): string {
  return setCookie(hostCookieName(baseName, adminUrl), token ?? '', {
    maxAge: token === null ? 0 : longestMs / 1000,
    publicUrl: adminUrl,
    sameSite: 'Strict',
  })
}
