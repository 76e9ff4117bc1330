/** What a cart line says when the shop had to change it or cannot sell it (CART-12, CHECKOUT-15). */
import type { StoreCode } from '../stores/stores.ts'

export type CartNotice = 'unavailable' | 'quantity_lowered' | 'no_subscription'

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
  no_subscription: {
    sv: 'Varan kan inte köpas som prenumeration just nu. Du köper den en gång.',
    no: 'Varen kan ikke kjøpes som abonnement akkurat nå. Du kjøper den én gang.',
    de: 'Dieser Artikel ist zurzeit nicht im Abo erhältlich. Sie kaufen ihn einmalig.',
    da: 'Varen kan ikke købes i abonnement lige nu. Du køber den én gang.',
  },
}
