import { defineModule } from 'anode/module'
import { declarations } from './declarations.ts'

export const module = defineModule(declarations, {})
