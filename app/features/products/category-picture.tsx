/** The drawn tile of a main category. */
import { categorySource, pictureKey } from '../../../domain/pictures/picture-address.ts'
import { Picture } from '../../../ui/picture.tsx'

export function CategoryPicture({ icon, sizes }: { icon: string | null; sizes: string }) {
  const key = icon === null ? null : pictureKey(categorySource(icon))
  return (
    <Picture
      picture={
        key === null ? null : { key, url: `/pictures/${key}-320.webp`, width: 320, height: 320, alt: '' }
      }
      sizes={sizes}
    />
  )
}
