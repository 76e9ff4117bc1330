/** The archive of the whole shop that owners write and download. */
import { z } from 'zod'

export const shopArchiveBody = z.strictObject({
  /** Also the password hashes and passkeys of customers, who then keep their logins. */
  withLogins: z.boolean(),
})
