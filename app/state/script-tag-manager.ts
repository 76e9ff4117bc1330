/**
 * A tag manager that is one script reading `window.dataLayer`, such as Google Tag Manager. A running script cannot be
 * ended: withdrawn consent removes its cookies and loads the page again, without it.
 */
import { pushEvent } from './data-layer.ts'

/** Cookies of tags by the beginning of their names: Google Analytics and Ads, Microsoft, Meta. */
const tagCookies = /^(?:_ga|_gid|_gat|_gcl|_dc_gtm|_uet|_fb|_cl)/

export function scriptTagManager(address: string): TagManager {
  let script: HTMLScriptElement | undefined
  return {
    start() {
      if (script) return
      pushEvent({ event: 'gtm.js', 'gtm.start': Date.now() })
      script = document.createElement('script')
      script.src = address
      script.async = true
      document.head.append(script)
    },
    stop() {
      if (!script) return
      removeTagCookies()
      location.reload()
    },
  }
}

/** Tags set their cookies on the widest domain that they can. */
function removeTagCookies(): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_label, at) => `; Domain=${labels.slice(at).join('.')}`)]
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0]!
    if (tagCookies.test(name))
      for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`
  }
}

/** One tag manager. */
export interface TagManager {
  /** Loads it; further calls do nothing. */
  start(): void
  /** Ends it and removes what it stored; does nothing if it was not started. */
  stop(): void
}
