import { defineModule } from '../../sdk/module.ts'
import { brreg } from './declarations.ts'
import { createBrreg } from './register.server.ts'

export const module = defineModule(brreg, { vatRegisters: { brreg: createBrreg } })
