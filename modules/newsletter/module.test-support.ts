import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  // The answer is the same for every address.
  apiAccess: { 'POST /api/newsletter': open({ owned: { email: 'email' } }) },
}
