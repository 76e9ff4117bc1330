/**
 * A field that suggests products for an article number or a name, of which the chosen one is passed on; a product with
 * variants opens the list of them. A combobox with the keys of the header's search. The focus stays in the field, for
 * the next article.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { ListingAnswer, ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useDismissal } from '../../../ui/use-dismissal.ts'
import { followTyping, type Typing } from '../../features/search/search-typing.ts'
import { stepOption } from '../../features/search/step-option.ts'
import { callApi } from '../../state/api-client.ts'
import { canQuickAdd } from '../../state/use-add-to-cart.ts'
import styles from './product-suggestions.module.css'

const shownProducts = 8

/** The products for a term, as the shop lists them: the variants of a product are one. Null: the call failed. */
async function askProducts(store: Store, query: string, signal: AbortSignal): Promise<ProductCard[] | null> {
  const call = { query: { query, nc: 'true', co: 'true' }, signal }
  const answer = await callApi<ListingAnswer>(store, 'products', call)
  return answer.ok ? answer.data.products.slice(0, shownProducts) : null
}

/** The variants of a product; null: the call failed. */
async function askVariants(store: Store, { slug }: ProductCard): Promise<ProductCard[] | null> {
  const answer = await callApi<ProductDetails>(store, `products/${encodeURIComponent(slug)}`)
  return answer.ok ? answer.data.choices : null
}

/** `products`: null while the list is closed; `failed`: the call failed. */
interface Suggested {
  products: ProductCard[] | null
  failed: boolean
}

const closed: Suggested = { products: null, failed: false }

export function ProductSuggestions({ onChoose }: { onChoose: (product: ProductCard) => void }) {
  const t = useStrings()
  const store = useStore()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const typing = useRef<Typing>(null)
  const [text, setText] = useState('')
  const [{ products, failed }, setSuggested] = useState(closed)
  const [active, setActive] = useState(-1)
  const [added, setAdded] = useState<string | null>(null)
  const options = products ?? []
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    const follower = followTyping((term, signal) => {
      void askProducts(store, term, signal).then((found) => {
        if (!signal.aborted) setSuggested({ products: found, failed: found === null })
      })
    })
    typing.current = follower
    return () => follower.stop()
  }, [store])
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const close = () => {
    typing.current?.stop()
    setSuggested(closed)
    setActive(-1)
  }
  useDismissal(box, products !== null, close)
  const type = (next: string) => {
    setText(next)
    setActive(-1)
    setAdded(null)
    if (next.trim() === '') close()
    else typing.current?.typed(next)
  }
  const choose = async (product: ProductCard) => {
    typing.current?.stop()
    if (!canQuickAdd(product)) {
      const variants = await askVariants(store, product)
      setActive(variants === null ? -1 : 0)
      return setSuggested({ products: variants, failed: variants === null })
    }
    onChoose(product)
    close()
    setText('')
    setAdded(product.name)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = stepOption(event.key, active, options.length)
    if (next !== undefined) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const typed = text.trim().toLowerCase()
      const product = options[active] ?? options.find(({ sku }) => sku.toLowerCase() === typed)
      if (product) void choose(product)
    }
  }
  const status =
    added !== null
      ? t('quick.added', { name: added })
      : failed
        ? t('search.failed')
        : products && (options.length > 0 ? t('listing.count', { count: options.length }) : t('search.none'))

  return (
    <div ref={box} className={styles.box}>
      <FormField
        label={t('quick.find')}
        hint={t('quick.find_hint')}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
      />
      {options.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('quick.find')} className={styles.list}>
          {options.map((product, index) => (
            <button
              key={product.sku}
              id={optionId(index)}
              type="button"
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={styles.option}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void choose(product)}
            >
              <span>{product.name}</span>
              <span className={styles.sku}>
                {canQuickAdd(product)
                  ? product.sku
                  : t('quick.variants', { count: product.variations.length })}
              </span>
            </button>
          ))}
        </div>
      )}
      <p className={styles.status} role="status">
        {status}
      </p>
    </div>
  )
}
