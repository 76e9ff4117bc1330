/** The result of a form: its picture on a sheet of 800 × 800 and the centre of its detail view. */
export interface Drawing {
  art: string
  /** Middle and enlargement of the `detail` view. */
  focus: { x: number; y: number; zoom: number }
}
