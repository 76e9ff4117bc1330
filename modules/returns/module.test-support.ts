import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {}
