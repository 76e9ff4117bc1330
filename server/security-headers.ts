/** The security headers of every response, and the content security policy of pages. */
import { createHash } from 'node:crypto'

const unusedFeatures = 'camera=(), geolocation=(), microphone=()'

/** Sent with every response. */
export const securityHeaders: Record<string, string> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `${unusedFeatures}, payment=(self)`,
}

/**
 * What a document with payment frames of other companies needs instead. A bank's 3-D Secure page or a wallet may
 * open in a window of its own and report to its opener, which `same-origin` would cut off. Wallets use the Payment
 * Request API, and passkeys confirm payments, inside frames of the provider: a feature reaches a frame of another
 * origin only where the header names that origin (Permissions Policy, "Is feature enabled in document for origin").
 * `embedHosts`: origins, which may have a wildcard as in a content security policy.
 */
export function paymentHeaders(embedHosts: readonly string[]): Record<string, string> {
  if (embedHosts.length === 0) return {}
  const allowed = `(self ${embedHosts.map((host) => `"${host}"`).join(' ')})`
  return {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `${unusedFeatures}, payment=${allowed}, publickey-credentials-get=${allowed}`,
  }
}

/** Extra hosts a page needs beside the shop's own, per directive (payment providers' frames and scripts). */
export type ExtraSources = Partial<
  Record<'script-src' | 'frame-src' | 'connect-src' | 'img-src', readonly string[]>
>

/** The policy of one page: its inline scripts are named by hash or by this request's nonce. */
export function contentSecurityPolicy(scripts: readonly string[], extra: ExtraSources = {}): string {
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", ...scripts, ...(extra['script-src'] ?? [])]],
    ['style-src', ["'self'"]],
    // Widths of progress bars and similar; a style attribute cannot load anything.
    ['style-src-attr', ["'unsafe-inline'"]],
    ['img-src', ["'self'", 'data:', ...(extra['img-src'] ?? [])]],
    ['connect-src', ["'self'", ...(extra['connect-src'] ?? [])]],
    ['frame-src', extra['frame-src'] ?? ["'none'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'self'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ]
  return directives.map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
}

/**
 * The policy of the back office: its own files only, no inline script or style, no frames. Pictures of products are the
 * shop's, at `publicUrl`.
 */
export function adminContentSecurityPolicy(publicUrl: string): string {
  return [
    "default-src 'self'",
    `img-src 'self' data: blob: ${publicUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The policy of a page of the shop that the back office shows in a frame: it has an origin of its own, runs no script
 * and sends no form, so nothing on it can act as staff or fill a cart. Scripts count as allowed in the sandbox only so
 * that the texts for browsers without them are not shown; none has a source.
 */
export function previewContentSecurityPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    `style-src ${publicUrl}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${publicUrl} data:`,
    `font-src ${publicUrl}`,
    `base-uri ${publicUrl}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

/** The sources `'sha256-…'` that allow exactly these inline scripts, each named once. */
export function scriptHashes(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
