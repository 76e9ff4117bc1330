import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  convertsAmounts: { 'modules/agreements/read-agreement-file.ts': "a company's price list" },
  calculatesHundredths: {
    'modules/agreements/agreed-prices.server.ts': 'the percentage of a discount',
    'modules/agreements/agreement-repository.server.ts': 'the percentage of a discount',
    'modules/agreements/staff-routes.server.ts': 'the percentage of a discount',
  },
}
