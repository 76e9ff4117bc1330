/**
 * Keeps a photo for a message of the contact form that is being written. It is checked and stripped as photos of
 * returns are; its random id is known to the browser that uploaded it alone. Without a message it is deleted.
 */
import { randomUUID } from 'node:crypto'
import type { PictureFailure } from '../../domain/pictures/picture-failure.ts'
import { stripPicture } from '../../domain/pictures/strip-picture.server.ts'
import { takeAttempts, type AttemptServices } from '../../domain/security/attempts.server.ts'
import { insertContactPhoto } from './contact-repository.server.ts'

export type AddedContactPhoto = { ok: true; id: string } | PictureFailure

/** Counts an upload; false: the network has uploaded all that its window allows. */
export function mayUploadPhoto(services: AttemptServices, network: string): Promise<boolean> {
  return takeAttempts(services, [{ kind: 'contact-photo-network', key: network }])
}

export async function addContactPhoto(
  { db, clock }: Pick<AttemptServices, 'db' | 'clock'>,
  bytes: Buffer,
): Promise<AddedContactPhoto> {
  const stripped = await stripPicture(bytes)
  if (!stripped.ok) return stripped
  const id = randomUUID()
  await insertContactPhoto(db, { id, jpeg: stripped.jpeg, at: new Date(clock()) })
  return { ok: true, id }
}
