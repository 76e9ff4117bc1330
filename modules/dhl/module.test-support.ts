import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  convertsAmounts: { 'modules/dhl/parcels.server.ts': 'the value of goods in a customs declaration' },
}
