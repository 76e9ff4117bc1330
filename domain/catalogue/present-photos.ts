/** What becomes of the photos that a product has when others are imported: the new ones come after them, or in their place. */
export type PresentPhotos = 'keep' | 'replace'
