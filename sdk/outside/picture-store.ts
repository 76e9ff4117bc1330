/**
 * The picture store of a module from outside: it keeps the derived sizes of the shop's pictures, as an object store does,
 * instead of a folder of each node, where `PICTURE_STORE` names the module (`stored-pictures.ts` makes the kernel's port of
 * it). The photos that they are derived from stay in the database. This file imports nothing.
 */

/**
 * Names are of letters, digits, `.` and `-`, at most 40 (`0a1b2c3d4e5v1-320.avif`), and say what the bytes are: what was
 * written under a name does not change. What is lost is derived again. A call that throws or takes more than five seconds
 * has failed; `signal` is aborted then, and for ten seconds pictures are derived without the store.
 */
export interface PictureStore {
  /** Null: there is nothing of this name. */
  read(name: string, call: { signal: AbortSignal }): Promise<Uint8Array | null>
  /** `contentType`: `image/avif`, `image/webp` or `image/jpeg`. Replaces what is there. */
  write(name: string, bytes: Uint8Array, call: { contentType: string; signal: AbortSignal }): Promise<void>
  /** Of a photo that no product has any more; also of names that are not there. */
  remove(name: string, call: { signal: AbortSignal }): Promise<void>
}

export interface PictureStoreServices {
  /** Those of `pictureStore.variables` of the declarations that are set. */
  variables: Readonly<Record<string, string>>
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/** Called once, when the node starts; what it throws ends the start. */
export type OpenPictureStore = (services: PictureStoreServices) => PictureStore
