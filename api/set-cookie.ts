/**
 * The only place that writes `Set-Cookie`, so that every cookie is `Secure` if the shop is served over https.
 */

export interface CookieOptions {
  /** Lifetime in whole seconds; 0 deletes the cookie. */
  maxAge: number
  /** The shop's own origin. */
  publicUrl: string
  path?: string
  /** Whether scripts may read it; false by default. */
  readable?: boolean
  sameSite?: 'Lax' | 'Strict'
}

export function setCookie(name: string, value: string, options: CookieOptions): string {
  const { maxAge, publicUrl, path = '/', readable = false, sameSite = 'Lax' } = options
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAge}`]
  if (!readable) parts.push('HttpOnly')
  parts.push(`SameSite=${sameSite}`)
  if (isSecure(publicUrl)) parts.push('Secure')
  return parts.join('; ')
}

/**
 * The name of a cookie that only this host may set: over https with the prefix `__Host-`, which no other host
 * and no plain http response can set (RFC 6265bis, section 4.1.3).
 */
export function hostCookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** The value of a cookie in a `Cookie` header; null if absent. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const split = pair.indexOf('=')
    if (split > 0 && pair.slice(0, split).trim() === name) return pair.slice(split + 1).trim()
  }
  return null
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')
