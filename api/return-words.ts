/** What the customer is told when a return is not registered: by code, in the store's language. */
import type { ReturnRefusal } from '../domain/returns/return.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

export const returnWords: Record<ReturnRefusal, Record<StoreCode, string>> = {
  not_delivered: { sv: 'Ordern är inte levererad än.', no: 'Ordren er ikke levert ennå.', de: 'Die Bestellung ist noch nicht zugestellt.', da: 'Ordren er ikke leveret endnu.' },
  too_late: { sv: 'Tiden för retur har gått ut.', no: 'Fristen for retur er ute.', de: 'Die Frist für die Rückgabe ist abgelaufen.', da: 'Fristen for returnering er udløbet.' },
  nothing_left: { sv: 'Det finns inget mer att returnera i ordern.', no: 'Det er ikke mer å returnere i ordren.', de: 'Aus dieser Bestellung ist nichts mehr zurückzusenden.', da: 'Der er ikke mere at returnere fra ordren.' },
  no_items: { sv: 'Välj minst en vara.', no: 'Velg minst én vare.', de: 'Bitte wählen Sie mindestens einen Artikel.', da: 'Vælg mindst én vare.' },
  unknown_line: { sv: 'En av varorna finns inte i ordern.', no: 'En av varene finnes ikke i ordren.', de: 'Einer der Artikel gehört nicht zu dieser Bestellung.', da: 'En af varerne er ikke i ordren.' },
  too_many_units: { sv: 'Så många går inte att returnera. Ladda om sidan så ser du vad som är kvar.', no: 'Så mange kan ikke returneres. Last siden på nytt for å se hva som er igjen.', de: 'So viele können Sie nicht zurücksenden. Laden Sie die Seite neu, um zu sehen, was noch möglich ist.', da: 'Så mange kan ikke returneres. Genindlæs siden for at se, hvad der er tilbage.' },
  key_reused: { sv: 'Returen är redan registrerad. Ladda om sidan så ser du den.', no: 'Returen er allerede registrert. Last siden på nytt for å se den.', de: 'Die Rücksendung ist schon angemeldet. Laden Sie die Seite neu, um sie zu sehen.', da: 'Returneringen er allerede registreret. Genindlæs siden for at se den.' },
} // prettier-ignore
