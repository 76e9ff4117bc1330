/** What a form hands back: its picture on a sheet of 800 × 800 and where a close look is worthwhile. */
export interface Drawing {
  art: string
  /** Middle and enlargement of the `detail` view. */
  focus: { x: number; y: number; zoom: number }
}
