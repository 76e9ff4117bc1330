// Written by `npm run build` from anode.config.ts: what the modules from outside have.
import type { ModuleDeclarations } from './declarations.ts'
export const outside: readonly ModuleDeclarations[] = []
