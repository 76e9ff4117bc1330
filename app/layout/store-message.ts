/** When the messages above the header and in the footer are shown (CHROME-18, CHROME-19). */
import type { Widget } from '../../domain/content/content.ts'

/** A store message must be longer than this many characters of text. */
export const shortestMessage = 20

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim()

/** The bar above the header: at least 21 characters and not hidden. */
export function showsStoreMessage(message: Widget | null): message is Widget {
  return message !== null && !message.hidden && textOf(message.content).length > shortestMessage
}

/** The footer's message: any text that is not hidden. */
export function showsFooterMessage(message: Widget | null): message is Widget {
  return message !== null && !message.hidden && textOf(message.content) !== ''
}
