import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  convertsAmounts: { 'modules/walley/order.server.ts': "the provider's amounts are in major units" },
  calculatesHundredths: { 'modules/walley/order.server.ts': 'a VAT rate in percent' },
}
