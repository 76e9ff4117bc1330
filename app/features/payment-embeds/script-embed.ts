/**
 * A provider's loader script (Walley): it adds the frame after its own element and reads its settings from the
 * element's data attributes. `window.walley.checkout.api` is its client API; its events are for display only.
 * The shop's validation writes the order before anything is paid, so the page has nothing to do before it.
 */
import type { MountEmbed } from './payment-embed.ts'

interface WalleyApi {
  suspend(): void
  resume(): void
}

/** Events after which the total may differ. */
const changes = ['walleyCheckoutCustomerUpdated', 'walleyCheckoutShippingUpdated']
const expiry = 'walleyCheckoutExpired'

export const mountScript: MountEmbed<'script'> = (container, { src, attributes }, events) => {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) script.nonce = nonce
  script.src = src
  container.replaceChildren(script)
  // Undefined until the script has run; the frame then shows the payment as it is.
  const api = () => (window as { walley?: { checkout: { api: WalleyApi } } }).walley?.checkout.api
  const { changed, expired } = events
  for (const name of changes) document.addEventListener(name, changed)
  document.addEventListener(expiry, expired)
  return {
    suspend: () => api()?.suspend(),
    resume: () => api()?.resume(),
    unmount() {
      for (const name of changes) document.removeEventListener(name, changed)
      document.removeEventListener(expiry, expired)
      container.replaceChildren()
    },
  }
}
