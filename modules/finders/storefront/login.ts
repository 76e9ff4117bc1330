import type { ModuleLogin } from '../../../app/state/module-logins.ts'
import { joinDevices, watchDevices } from './account-devices.ts'

/** The devices of a browser join those of the account once; later changes are sent. They stay after a logout. */
export const login: ModuleLogin = { enter: joinDevices, watch: watchDevices }
