/** A picture's address with its size in pixels; `key` derives the other sizes (domain/pictures). */
export interface Picture {
  url: string
  width: number
  height: number
  key: string
  alt: string
}
