import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  apiAccess: {
    'GET /api/experiments': open(),
    'POST /api/experiment-views': open({ body: { experiment: 'x', variant: 'a' } }),
  },
  calculatesHundredths: {
    'modules/experiments/experiment-command.server.ts': 'the percentage of visits with an order',
  },
}
