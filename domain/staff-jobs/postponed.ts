/** A run cannot begin yet, because an import runs. It is not counted; the next run of the schedule continues the job. */
export class Postponed extends Error {
  override name = 'Postponed'
}
