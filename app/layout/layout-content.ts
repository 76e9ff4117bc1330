/**
 * The content of the layout, read from its six blocks (ENTITY-39, API-24, API-25). Used by the layout's
 * loader alone.
 */
import type { Widget, WidgetSlug } from '../../domain/content/content.ts'
import { showsFooterMessage, showsStoreMessage } from './store-message.ts'

/** Sanitised HTML; empty: nothing to show. */
export interface LayoutContent {
  /** Null: no bar. */
  message: string | null
  cookieAlert: string
  footer: { help: string; about: string; service: string; message: string }
  /** Whether the store has link lists in its footer; staff may have hidden them. */
  hasLinkLists: boolean
}

/** Optional blocks, whose failure is not reported: the shop works the same without them (API-25). */
const optional: readonly WidgetSlug[] = ['store-message-footer', 'cookie-alert']

/** Reads the blocks; one that cannot be read is rendered empty and reported, unless it is optional. */
export function layoutContent(
  read: (slug: WidgetSlug) => Widget | null,
  report: (error: unknown) => void,
): LayoutContent {
  const widget = (slug: WidgetSlug): Widget | null => {
    try {
      return read(slug)
    } catch (error) {
      if (!optional.includes(slug)) report(error)
      return null
    }
  }
  const html = (found: Widget | null) => (found === null || found.hidden ? '' : found.content)
  const message = widget('store-message')
  const footerMessage = widget('store-message-footer')
  const [help, about, service] = [
    widget('footer-help'),
    widget('footer-be'),
    widget('footer-customer-service'),
  ]
  return {
    message: showsStoreMessage(message) ? message.content : null,
    cookieAlert: html(widget('cookie-alert')),
    footer: {
      help: html(help),
      about: html(about),
      service: html(service),
      message: showsFooterMessage(footerMessage) ? footerMessage.content : '',
    },
    hasLinkLists: [help, about, service].some((list) => list !== null),
  }
}
