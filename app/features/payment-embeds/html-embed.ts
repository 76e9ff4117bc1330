/**
 * A provider's own markup (Kustom): a container and a script that draws the frame. `window._klarnaCheckout` is
 * its client API; what it reports is for display only.
 */
import type { MountEmbed } from './payment-embed.ts'

interface KustomApi {
  on(handlers: Record<string, () => void>): void
  suspend(options?: { autoResume: { enabled: boolean } }): void
  resume(): void
}

type UseApi = (use: (api: KustomApi) => void) => void

/** Events after which the total may differ. */
const changes = ['order_total_change', 'billing_address_change', 'shipping_address_change']

export const mountHtml: MountEmbed<'html'> = (container, { html }, { changed }) => {
  container.innerHTML = html
  runScripts(container)
  const useApi: UseApi = (use) => (window as { _klarnaCheckout?: UseApi })._klarnaCheckout?.(use)
  let isMounted = true
  useApi((api) => {
    if (isMounted) api.on(Object.fromEntries(changes.map((name) => [name, () => isMounted && changed()])))
  })
  return {
    // It would resume by itself after 10 s, before a slow update is done.
    suspend: () => useApi((api) => api.suspend({ autoResume: { enabled: false } })),
    resume: () => useApi((api) => api.resume()),
    unmount() {
      isMounted = false
      container.replaceChildren()
    },
  }
}

/**
 * A script in markup that was set as text does not run: each is replaced by an element of its own, once, with
 * the document's nonce, which its policy requires.
 */
function runScripts(container: HTMLElement): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  for (const inert of container.querySelectorAll('script')) {
    const script = document.createElement('script')
    for (const { name, value } of inert.attributes) script.setAttribute(name, value)
    if (nonce) script.nonce = nonce
    script.textContent = inert.textContent
    inert.replaceWith(script)
  }
}
