/** Checks a password of a former shop in a worker process: bcrypt in JavaScript would keep a node from its requests. */
import { isFormerPassword } from './former-password.server.ts'

export const run = ({ hash, password }: { hash: string; password: string }): boolean =>
  isFormerPassword(hash, password)
