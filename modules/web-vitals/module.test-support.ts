import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  apiAccess: { 'POST /api/vitals': open({ body: { page: 'home', metrics: [{ name: 'CLS', value: 0 }] } }) },
  calculatesHundredths: { 'modules/web-vitals/histogram.ts': 'a bucket of measurements' },
}
