/** Renders the note of a parcel in a worker process. */
import type { ParcelNote } from '../../domain/parcels/parcel-note.ts'
import { createParcelNoteRenderer } from './parcel-note-pdf.ts'

export const run = ({ note, fontDirectory }: { note: ParcelNote; fontDirectory: string }): Promise<Buffer> =>
  createParcelNoteRenderer(fontDirectory)(note)
