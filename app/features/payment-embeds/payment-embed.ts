/**
 * What a payment provider draws into checkout, behind one interface: a file per kind of embed in this folder,
 * loaded when it is shown.
 */
import type { PaymentEmbed } from '../../../domain/payments/payment-provider.ts'

export type EmbedOfKind<Kind extends PaymentEmbed['kind']> = Extract<PaymentEmbed, { kind: Kind }>

export interface MountedEmbed {
  /** Takes no input from the shopper while the cart changes (CHECKOUT-08). */
  suspend(): void
  /** Reads the payment again from the provider and takes input again. */
  resume(): void
  unmount(): void
  /**
   * Only where our own button starts the payment: what its fields still lack, in the shopper's language; empty: the
   * provider does not say what, null: nothing.
   */
  missing?(): Promise<string | null>
  /**
   * Only where our own button starts the payment: lets the shopper pay, which leads to `returnUrl`. Resolves with the
   * provider's reason, in the shopper's language, where the payment did not go through.
   */
  confirm?(returnUrl: string): Promise<string>
  /**
   * Only of a form that saves a card: lets the customer save it. Resolves with the provider's reason where it was not
   * saved, and with undefined where it was.
   */
  saveCard?(): Promise<string | undefined>
}

export interface EmbedEvents {
  /** The shopper changed something in the embed that may change the total. */
  changed(): void
  /** The provider's session has ended, and the embed can no longer be used. */
  expired(): void
}

export type MountEmbed<Kind extends PaymentEmbed['kind']> = (
  container: HTMLElement,
  embed: EmbedOfKind<Kind>,
  events: EmbedEvents,
) => MountedEmbed

/** Draws an embed; null for a kind without anything to draw, or one that this version cannot draw. */
export async function mountEmbed(
  container: HTMLElement,
  embed: PaymentEmbed,
  events: EmbedEvents,
): Promise<MountedEmbed | null> {
  switch (embed.kind) {
    case 'html':
      return (await import('./html-embed.ts')).mountHtml(container, embed, events)
    case 'script':
      return (await import('./script-embed.ts')).mountScript(container, embed, events)
    case 'card':
      return (await import('./card-embed.ts')).mountCard(container, embed)
    case 'none':
    case 'redirect':
      return null
  }
}
