import { defineModule } from '../../sdk/module.ts'
import { vies } from './declarations.ts'
import { createVies } from './register.server.ts'

export const module = defineModule(vies, { vatRegisters: { vies: createVies } })
