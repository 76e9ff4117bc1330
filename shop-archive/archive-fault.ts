/** Why an archive is not written or not imported, in words for the operator. Nothing was changed. */
export class ArchiveFault extends Error {}
