/** What the API says beside a wrong login. */
import type { WrongCredentials } from '../../contract/accounts.ts'

/** Whether a refusal says that the store has taken over a former shop. */
export const isOfMovedShop = (refusal: unknown): boolean =>
  (refusal as Partial<WrongCredentials> | null)?.has_moved === true
