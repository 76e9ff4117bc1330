/** Which text says why a picture is refused (`answers.picture`). */
import type { PictureFailureCode } from '../domain/pictures/picture-failure.ts'

export function pictureRefusal(code: PictureFailureCode): 'too_large' | 'wrong_type' | 'broken_picture' {
  return code === 'too_large' || code === 'too_many_pixels'
    ? 'too_large'
    : code === 'wrong_type' || code === 'empty'
      ? 'wrong_type'
      : 'broken_picture'
}
