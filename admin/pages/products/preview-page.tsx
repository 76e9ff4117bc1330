/** The page of a product as a guest of a store will see it at a chosen time: the shop's own page, in a frame. */
import { useState } from 'react'
import { useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { ProductPage } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Field, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { editedRecord } from './product-draft.ts'
import styles from './preview-page.module.css'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<ProductPage>(apiPaths.product(params['sku'] ?? ''), request.signal)

export function Component() {
  const { t, dateTime } = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const { sku, stores } = editedRecord(useLoaderData<ProductPage>())
  const [parameters] = useSearchParams()
  const codes = session.stores
    .map(({ code }) => code)
    .filter((code) => stores[code] !== undefined && can(session, 'product:read', code))
  const shown = {
    store: codes.find((code) => code === parameters.get('store')) ?? codes[0] ?? '',
    at: parameters.get('at') ?? '',
  }
  const [store, setStore] = useState(shown.store)
  const [at, setAt] = useState(shown.at)
  const back = { label: stores[shown.store]?.name ?? sku, to: paths.product(sku) }
  const values = { store: storeName(shown.store), time: shown.at === '' ? '' : dateTime(shown.at) }
  return (
    <Page title={t('preview.title')} intro={t('preview.intro')} back={back}>
      <form
        className={styles.choice}
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(paths.productPreview(sku, { store, at }))
        }}
      >
        <Select
          label={t('orders.store')}
          value={store}
          options={codes.map((code) => ({ value: code, label: storeName(code) }))}
          onChange={setStore}
        />
        <Field
          label={t('preview.at')}
          type="datetime-local"
          value={at}
          onChange={({ target }) => setAt(target.value)}
        />
        <Button type="submit" size="small">
          {t('preview.show')}
        </Button>
      </form>
      {shown.store !== '' && (
        <>
          <p className={styles.banner} role="status">
            <Status
              tone="warning"
              text={shown.at === '' ? t('preview.banner_now', values) : t('preview.banner', values)}
            />
          </p>
          <iframe
            key={`${shown.store} ${shown.at}`}
            className={styles.frame}
            title={shown.at === '' ? t('preview.banner_now', values) : t('preview.banner', values)}
            src={apiPaths.productPreview(sku, shown)}
          />
        </>
      )}
    </Page>
  )
}
