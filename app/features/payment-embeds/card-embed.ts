/**
 * Stripe's Payment Element. Card numbers are typed into the provider's frame and never reach our page; Stripe.js is
 * loaded from the provider's own host, as it requires.
 */
import type { EmbedOfKind, MountedEmbed } from './payment-embed.ts'

/** The part of Stripe.js that this page uses (https://docs.stripe.com/js). */
interface StripeJs {
  elements(options: { clientSecret: string; locale: string }): StripeElements
  /** Leaves the page where the payment goes on or went through; otherwise resolves with the reason. */
  confirmPayment(options: {
    elements: StripeElements
    confirmParams: { return_url: string }
  }): Promise<{ error?: StripeError }>
  /** Stays in the page unless the bank asks to leave it. */
  confirmSetup(options: {
    elements: StripeElements
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<{ error?: StripeError }>
}

interface StripeElements {
  create(type: 'payment'): { mount(node: HTMLElement): void; destroy(): void }
  submit(): Promise<{ error?: StripeError }>
  fetchUpdates(): Promise<unknown>
}

interface StripeError {
  type: string
  message?: string
}

type StripeWindow = Window & { Stripe?: (publishableKey: string) => StripeJs }

export async function mountCard(
  container: HTMLElement,
  { scriptUrl, publishableKey, clientSecret }: EmbedOfKind<'card'>,
): Promise<MountedEmbed> {
  await loadScript(scriptUrl)
  const stripe = (window as StripeWindow).Stripe!(publishableKey)
  const elements = stripe.elements({ clientSecret, locale: document.documentElement.lang.slice(0, 2) })
  const element = elements.create('payment')
  element.mount(container)
  return {
    suspend: () => container.toggleAttribute('inert', true),
    resume() {
      container.toggleAttribute('inert', false)
      void elements.fetchUpdates()
    },
    unmount: () => element.destroy(),
    async missing() {
      const { error } = await elements.submit()
      return error === undefined ? null : (error.message ?? '')
    },
    async confirm(returnUrl) {
      const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: returnUrl } })
      return error?.message ?? ''
    },
    async saveCard() {
      const { error } = await stripe.confirmSetup({
        elements,
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      })
      return error && (error.message ?? '')
    },
  }
}

/** Loads the provider's script once; rejects where it cannot be loaded. */
function loadScript(src: string): Promise<void> {
  if ((window as StripeWindow).Stripe) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the script of the payment provider could not be loaded'))
    })
    document.head.append(script)
  })
}
