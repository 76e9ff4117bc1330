/** Puts the labels of several parcels into one file, in a worker process: the files are the carriers'. */
import { PDFDocument } from '@cantoo/pdf-lib'

/** All pages in the order of the files, each in its own size. */
export async function run(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const merged = await PDFDocument.create()
  for (const file of files) {
    // A carrier may lock its labels against changes; copying their pages changes nothing in them.
    const label = await PDFDocument.load(file, { ignoreEncryption: true })
    for (const page of await merged.copyPages(label, label.getPageIndices())) merged.addPage(page)
  }
  return merged.save()
}
