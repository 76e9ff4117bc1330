/** A product picture: AVIF with WebP behind it, square, its place kept before it arrives. */
import { useState } from 'react'
import type { Picture as PictureData } from '../domain/catalogue/product.ts'
import {
  pictureKey,
  pictureSrcSet,
  pictureUrl,
  placeholderSource,
  type PictureWidth,
} from '../domain/pictures/picture-address.ts'

interface PictureProps {
  /** Null shows the placeholder (CARD-01). */
  picture: Pick<PictureData, 'key' | 'alt' | 'url' | 'width' | 'height'> | null
  sizes: string
  largest?: PictureWidth
  /** The first picture of a page: loaded at once and before others. */
  priority?: boolean
  /** Overrides the picture's own words; '' where they stand beside it anyway. */
  alt?: string
  className?: string
}

const placeholderKey = pictureKey(placeholderSource)

export function Picture({ picture, sizes, largest = 480, priority = false, alt, className }: PictureProps) {
  const [failedKey, setFailedKey] = useState<string>()
  const fail = () => setFailedKey(picture?.key)
  // Also where there is no picture: both are undefined then.
  const failed = failedKey === picture?.key
  const key = failed ? placeholderKey : picture!.key
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={pictureSrcSet(key, 'avif', largest)} sizes={sizes} />
      <img
        // A picture that failed before the page was hydrated has fired its event already.
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
