/** The drawn tile of a main category. */
import { categorySource, pictureKey } from '../../../domain/pictures/picture-key.ts'
import { Picture } from '../../../ui/picture.tsx'

interface CategoryPictureProps {
  icon: string | null
  sizes: string
  /** Among the first pictures of the page, which load eagerly. */
  priority?: boolean
}

export function CategoryPicture({ icon, sizes, priority = false }: CategoryPictureProps) {
  const key = icon === null ? null : pictureKey(categorySource(icon))
  return (
    <Picture
      picture={
        key === null ? null : { key, url: `/pictures/${key}-320.webp`, width: 320, height: 320, alt: '' }
      }
      sizes={sizes}
      priority={priority}
    />
  )
}
