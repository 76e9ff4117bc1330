/** The pictures of a product: added by drop or choice, ordered by drag or buttons, each with a text per store. */
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProductPage } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { sendApi, uploadFile } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Field } from '../../shell/form.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { showToast } from '../../shell/toasts.tsx'
import { useEdited } from '../../shell/use-edited.ts'
import { useTexts } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from './product.module.css'

/** `former`: the text that the person saw. */
interface AltChange {
  store: string
  text: string
  former: string
}

const largestBytes = 15 * 1024 * 1024

type Picture = ProductPage['photos'][number]

export function ProductPhotos({ sku, photos }: { sku: string; photos: readonly Picture[] }) {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const dragged = useRef<Picture | null>(null)

  const refuse = (code: string, file?: string) => {
    const reason = refusalText(t, code)
    const title = file === undefined ? reason : t('product.picture_refused', { file, reason })
    showToast({ title, look: 'failed' })
  }
  const working = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      await revalidate()
    } finally {
      setBusy(false)
    }
  }
  const add = (files: readonly File[]) =>
    working(async () => {
      for (const file of files) {
        if (file.size > largestBytes) refuse('too_large', file.name)
        else {
          const answer = await uploadFile(apiPaths.photos(sku), file)
          if (!answer.ok) refuse(answer.code, file.name)
        }
      }
    })
  const move = ({ position: from, source }: Picture, position: number) =>
    working(async () => {
      const body = { position, expected: { source } }
      const answer = await sendApi('PUT', apiPaths.photo(sku, from), body)
      if (!answer.ok) refuse(answer.code)
    })
  const setAlt = async ({ position, source }: Picture, { store, text, former }: AltChange) => {
    let isSaved = false
    await working(async () => {
      const expected = { source, alt: { [store]: former } }
      const body = { alt: { [store]: text }, expected }
      const answer = await sendApi('PUT', apiPaths.photo(sku, position), body)
      isSaved = answer.ok
      if (answer.ok) return
      // The field then has the stored text: the message keeps what was typed.
      const typed = `${t('versions.mine')}: ${text}`
      showToast({ title: refusalText(t, answer.code), text: typed, look: 'failed' })
    })
    return isSaved
  }
  const remove = ({ position, source }: Picture) =>
    working(async () => {
      const answer = await sendApi('DELETE', apiPaths.photo(sku, position), { expected: { source } })
      if (!answer.ok) refuse(answer.code)
    })

  return (
    <Card title={t('product.pictures')}>
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          if (event.dataTransfer.files.length > 0) void add([...event.dataTransfer.files])
        }}
      >
        <p className={styles.soft}>{t('product.pictures_hint')}</p>
        <input
          ref={input}
          hidden
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onChange={({ target }) => {
            void add([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <Button size="small" disabled={isBusy} onClick={() => input.current?.click()}>
          {t('product.add_pictures')}
        </Button>
      </div>
      <ol className={styles.photos}>
        {photos.map((photo) => (
          <li
            key={photo.source}
            className={styles.photo}
            draggable
            onDragStart={() => {
              dragged.current = photo
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              const from = dragged.current
              dragged.current = null
              if (from === null || from.position === photo.position) return
              event.preventDefault()
              event.stopPropagation()
              void move(from, photo.position)
            }}
          >
            <Photo
              photo={photo}
              count={photos.length}
              isBusy={isBusy}
              onMove={(to) => void move(photo, to)}
              onAlt={(change) => setAlt(photo, change)}
              onRemove={() => void remove(photo)}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Photo({
  photo: { position, thumb, size, alt },
  count,
  isBusy,
  onMove,
  onAlt,
  onRemove,
}: {
  photo: Picture
  count: number
  isBusy: boolean
  onMove: (to: number) => void
  onAlt: (change: AltChange) => Promise<boolean>
  onRemove: () => void
}) {
  const { t } = useTexts()
  const { stores, shopUrl: shop } = useSession()
  const name = t('product.picture', { position })
  return (
    <>
      <div className={styles.frame}>
        {thumb ? (
          <img src={`${shop}${thumb}`} alt={Object.values(alt)[0] ?? name} width={160} height={160} />
        ) : (
          <p className={styles.soft}>{t('product.picture_not_fetched')}</p>
        )}
      </div>
      <p className={styles.soft}>
        {name}
        {size && ` · ${size}`}
      </p>
      <div className={layout.buttons}>
        <Button
          size="small"
          aria-label={t('product.picture_earlier', { position })}
          disabled={isBusy || position === 1}
          onClick={() => onMove(position - 1)}
        >
          ←
        </Button>
        <Button
          size="small"
          aria-label={t('product.picture_later', { position })}
          disabled={isBusy || position === count}
          onClick={() => onMove(position + 1)}
        >
          →
        </Button>
        <Button
          size="small"
          aria-label={t('product.picture_remove', { position })}
          disabled={isBusy}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </div>
      {stores.map(({ code }) => (
        <AltField
          key={code}
          label={t('product.alt_in', { position, store: storeName(code) })}
          stored={alt[code] ?? ''}
          onSave={(text, former) => onAlt({ store: code, text, former })}
        />
      ))}
    </>
  )
}

/** Saved when it is left. */
function AltField({
  label,
  stored,
  onSave,
}: {
  label: string
  stored: string
  /** Answers whether it was saved. */
  onSave: (text: string, former: string) => Promise<boolean>
}) {
  const { base, draft, isChanged, setDraft, reset } = useEdited(stored, (text) => text)
  return (
    <Field
      label={label}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={async () => {
        if (!isChanged) return
        const text = draft.trim()
        setDraft(text)
        // What is refused gives way to what is stored: the message has it.
        if (text !== base && !(await onSave(text, base))) reset()
      }}
    />
  )
}
