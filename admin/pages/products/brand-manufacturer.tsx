/** Who answers for the goods of the product's brand: every product of the brand shows it, in all stores. */
import type { ProductPage } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { CheckedForm, Field, FieldRefusal } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useEdited } from '../../shell/use-edited.ts'
import { useTexts } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from './product.module.css'

type Brand = NonNullable<ProductPage['brand']>
type Manufacturer = NonNullable<Brand['manufacturer']>

const none: Manufacturer = { name: '', address: '', email: '' }

export function BrandManufacturer({ brand, editable }: { brand: Brand; editable: readonly string[] }) {
  const { t } = useTexts()
  const { stores } = useSession()
  const { name, manufacturer } = brand
  const mayEdit = stores.every(({ code }) => editable.includes(code))
  return (
    <Card title={t('manufacturer.title', { brand: name })}>
      {mayEdit ? (
        <ManufacturerForm key={brand.slug} brand={brand} />
      ) : (
        <p className={styles.soft}>
          {manufacturer === null
            ? t('manufacturer.none')
            : [manufacturer.name, manufacturer.address, manufacturer.email].join(', ')}
        </p>
      )}
    </Card>
  )
}

function ManufacturerForm({ brand: { slug, manufacturer: stored, products } }: { brand: Brand }) {
  const { t } = useTexts()
  const { base, draft, isChanged, setDraft, reset } = useEdited(stored, (shown) => shown ?? none)
  const { isSending, refusal, send } = useChange('PUT', apiPaths.brandManufacturer(slug), {
    done: t('manufacturer.saved'),
  })
  const present = presentValue(refusal, base)
  const wrong = Object.keys((refusal?.details['fields'] as object | undefined) ?? {})
  const problems = Object.fromEntries(
    wrong.map((path) => {
      const field = path.replace(/^manufacturer\./, '')
      const isEmail = field === 'email' && draft.email.trim() !== ''
      return [field, t(isEmail ? 'settings.problem_email' : 'settings.problem_required')]
    }),
  )
  const isEmpty = Object.values(draft).every((text) => text.trim() === '')
  return (
    <CheckedForm
      refusal={refusal}
      problems={problems}
      className={layout.form}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        const saved = await send({ manufacturer: isEmpty ? null : draft, expected: present })
        if (saved !== null) reset()
      }}
    >
      <p className={styles.soft}>{t('manufacturer.hint', { count: products })}</p>
      {(['name', 'address', 'email'] as const).map((field) => (
        <Field
          key={field}
          label={t(field === 'name' ? 'order.name' : `manufacturer.${field}`)}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={draft[field]}
          name={field}
          onChange={({ target }) => setDraft({ ...draft, [field]: target.value })}
        />
      ))}
      <FieldRefusal
        refusal={refusal}
        current={present === null ? '–' : [present.name, present.address, present.email].join(', ')}
      />
      <div className={layout.buttons}>
        <Button type="submit" size="small" disabled={isSending || !isChanged}>
          {t('manufacturer.save')}
        </Button>
      </div>
    </CheckedForm>
  )
}
