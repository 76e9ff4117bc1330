/** Content pages with those that the shop has before anybody wrote them. */
import { withdrawalPath } from '../stores/paths.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Content, ContentPage } from './content.ts'

/**
 * Stands above the withdrawal form until the merchant writes the page. The form has to be there with the first order
 * (CRD Art. 11a), and every confirmation links to it.
 */
const withdrawalTexts: Record<StoreCode, { title: string; body: string }> = {
  sv: {
    title: 'Ångerrätt',
    body: '<p>Du kan ångra köpet inom 14 dagar från den dag du fick varan, utan att ange något skäl.</p>',
  },
  no: {
    title: 'Angrerett',
    body: '<p>Du kan angre kjøpet innen 14 dager fra du mottok varen, uten å oppgi noen grunn.</p>',
  },
  de: {
    title: 'Widerrufsrecht',
    body: '<p>Sie können den Vertrag binnen 14 Tagen ab Erhalt der Ware ohne Angabe von Gründen widerrufen.</p>',
  },
  da: {
    title: 'Fortrydelsesret',
    body: '<p>Du kan fortryde købet inden for 14 dage, fra du modtog varen, uden at give en grund.</p>',
  },
}

/** The published page under a path; null: there is none. The withdrawal page is always there. */
export function pageAt(
  content: Pick<Content, 'page'>,
  store: StoreCode,
  path: string,
): Pick<ContentPage, 'title' | 'body'> | null {
  return content.page(store, path) ?? (path === withdrawalPath ? withdrawalTexts[store] : null)
}
