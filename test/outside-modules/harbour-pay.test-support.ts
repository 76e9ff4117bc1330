/** What the tests of everything know of the example `harbour-pay`: it has no routes but its webhook, which the shop has. */
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {}
