// Written by `npm run build` from anode.config.ts: what the modules from outside have.
import type { PersonalDataOfModule } from './personal-data.server.ts'
export const outsidePersonalData: readonly PersonalDataOfModule[] = []
