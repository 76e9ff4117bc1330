/** A product picture: AVIF with a WebP fallback, square, its space reserved before it loads. */
import { useState } from 'react'
import type { Picture as PictureData } from '../contract/catalogue.ts'
import {
  pictureSrcSet,
  pictureUrl,
  type PictureWidth,
  placeholderKey,
} from '../domain/pictures/picture-address.ts'

interface PictureProps {
  /** Null shows the placeholder (CARD-01). */
  picture: Pick<PictureData, 'key' | 'alt' | 'url' | 'width' | 'height'> | null
  sizes: string
  largest?: PictureWidth
  /** The first picture of a page: loaded eagerly, with high priority. */
  priority?: boolean
  /** Overrides the picture's alt text; '' if the same text is beside it. */
  alt?: string
  className?: string
}

export function Picture({ picture, sizes, largest = 480, priority = false, alt, className }: PictureProps) {
  const [failedKey, setFailedKey] = useState<string>()
  const fail = () => setFailedKey(picture?.key)
  // Also without a picture: both are undefined then.
  const failed = failedKey === picture?.key
  const key = failed ? placeholderKey : picture!.key
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={pictureSrcSet(key, 'avif', largest)} sizes={sizes} />
      <img
        // A picture that failed to load before hydration has already fired its error event.
        ref={(image) => {
          if (image?.complete && !image.naturalWidth) fail()
        }}
        src={failed ? pictureUrl(placeholderKey, 320, 'webp') : picture!.url}
        srcSet={pictureSrcSet(key, 'webp', largest)}
        sizes={sizes}
        width={picture?.width ?? 320}
        height={picture?.height ?? 320}
        alt={alt ?? picture?.alt ?? ''}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? undefined : 'async'}
        onError={fail}
      />
    </picture>
  )
}
