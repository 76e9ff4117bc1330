/** The speed of a document's first page, measured while statistics are allowed. */
import type { ModuleVisit } from '../../../app/state/module-visits.ts'
import { pageTypeOf } from '../page-type.ts'

export const visit: ModuleVisit = {
  measureFirstPage(store, routeId) {
    void import('./report-vitals.ts').then(({ reportVitals }) => reportVitals(store, pageTypeOf(routeId)))
  },
}
