/**
 * A run cannot begin yet, because an import or another archive is in progress. The run is not counted; the next scheduled
 * run continues the job.
 */
export class Postponed extends Error {
  override name = 'Postponed'
}
