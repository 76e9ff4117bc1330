/** What a cart line says when the shop had to change it or cannot sell it (CART-12, CHECKOUT-15). */
import type { StoreCode } from '../stores/stores.ts'

export type CartNotice = 'unavailable' | 'quantity_lowered'

export const cartNoticeWords: Record<CartNotice, Record<StoreCode, string>> = {
  unavailable: {
    sv: 'Varan går inte att beställa just nu. Ta bort den för att gå vidare.',
    no: 'Varen kan ikke bestilles akkurat nå. Fjern den for å gå videre.',
    de: 'Dieser Artikel ist zurzeit nicht bestellbar. Bitte entfernen Sie ihn, um fortzufahren.',
    da: 'Varen kan ikke bestilles lige nu. Fjern den for at gå videre.',
  },
  quantity_lowered: {
    sv: 'Vi har inte fler, så antalet har sänkts.',
    no: 'Vi har ikke flere, så antallet er satt ned.',
    de: 'Mehr haben wir nicht auf Lager, daher wurde die Menge verringert.',
    da: 'Vi har ikke flere, så antallet er sat ned.',
  },
}
