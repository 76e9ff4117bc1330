/** Pictures of faulty goods and of deposit proofs; the bodies of their requests are the files. */
import { z } from 'zod'
import { returnParams } from './contract.ts'

const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** Path parameters: a photo of a return. */
export const customerPictureParams = returnParams.extend({ picture: id })

/** POST /api/orders/:id/returns/:number/photos */
export const returnPhotoAnswer = z.object({ id: z.number() })

/** POST /api/orders/:id/deposit-proofs */
export const depositProofQuery = {
  quantity: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .meta({ description: 'Old batteries that were returned' }),
  proof_on: z.iso.date().meta({ description: 'The day of the proof, YYYY-MM-DD' }),
}
export const depositProofAnswer = z.object({ id: z.number() })
