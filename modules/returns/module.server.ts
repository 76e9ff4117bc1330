import { defineModule } from '../../sdk/module.ts'
import { returns } from './declarations.ts'

export const module = defineModule(returns, {})
