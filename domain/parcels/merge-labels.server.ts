/** Puts the labels of several parcels into one file, so that they are printed in one go. */

/** All pages in the order of the files, each in its own size. */
export async function mergeLabels(files: readonly Uint8Array[]): Promise<Uint8Array> {
  // Loaded when labels are printed: it is large.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const merged = await PDFDocument.create()
  for (const file of files) {
    // A carrier may lock its labels against changes; copying their pages changes nothing in them.
    const label = await PDFDocument.load(file, { ignoreEncryption: true })
    for (const page of await merged.copyPages(label, label.getPageIndices())) merged.addPage(page)
  }
  return merged.save()
}
