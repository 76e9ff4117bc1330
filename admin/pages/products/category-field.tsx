/** The categories of a product, chosen by their names; the first one is the main category. */
import { useId, useState } from 'react'
import type { ProductReferences } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import { categoryPaths, codeOfCategory } from '../facets/category-paths.ts'
import styles from './product.module.css'

export function CategoryField({
  categories,
  codes,
  onChange,
}: {
  categories: ProductReferences['categories']
  /** Those of the product, the main one first. */
  codes: readonly string[]
  onChange: (codes: readonly string[]) => void
}) {
  const { t, language } = useTexts()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const paths = categoryPaths(categories, language)
  const add = () => {
    const code = codeOfCategory(paths, typed)
    setUnknown(code === null)
    if (code === null) return
    setTyped('')
    if (!codes.includes(code)) onChange([...codes, code])
  }
  return (
    <div className={styles.categories} role="group" aria-label={t('product.categories')}>
      <ol className={styles.list}>
        {codes.map((code, index) => {
          const name = paths.get(code) ?? code
          return (
            <li key={code} className={styles.category}>
              <span>
                {name}
                {index === 0 && codes.length > 1 && ` (${t('product.category_main')})`}
              </span>
              {index > 0 && (
                <Button
                  size="small"
                  aria-label={t('product.category_make_main', { name })}
                  onClick={() => onChange([code, ...codes.filter((each) => each !== code)])}
                >
                  {t('product.category_first')}
                </Button>
              )}
              <Button
                size="small"
                aria-label={t('views.remove', { name })}
                onClick={() => onChange(codes.filter((each) => each !== code))}
              >
                {t('remove')}
              </Button>
            </li>
          )
        })}
      </ol>
      <Field
        label={t('product.category_add')}
        list={id}
        value={typed}
        {...(isUnknown && { hint: t('product.category_unknown') })}
        onChange={({ target }) => {
          setTyped(target.value)
          setUnknown(false)
        }}
        // A name that was typed or picked from the list counts, also when the product is saved next.
        onBlur={() => typed.trim() !== '' && add()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Not the form: the product is saved with its button.
          event.preventDefault()
          add()
        }}
      />
      <datalist id={id}>
        {[...paths].map(([code, path]) => (
          <option key={code} value={path}>
            {path}
          </option>
        ))}
      </datalist>
      <Button size="small" disabled={typed.trim() === ''} onClick={add}>
        {t('product.category_add')}
      </Button>
    </div>
  )
}
