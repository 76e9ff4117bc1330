/** Import of a feed: the file is checked first, its differences are shown, then a job imports it. Export of products. */
import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { ColumnsAnswer, ImportCheck, MappingsAnswer } from '../../../contract/admin/imports.ts'
import type { ProductFeedsAnswer } from '../../../contract/admin/product-feeds.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, Field, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { CostImport } from './cost-import.tsx'
import { columnLabel } from './field-label.ts'
import { ImportResult } from './import-result.tsx'
import { MapColumns } from './map-columns.tsx'
import { ProductFeeds } from './product-feeds.tsx'
import { ShopArchive } from './shop-archive.tsx'
import { useUpload, type Sending } from './use-upload.ts'
import styles from './import.module.css'

/** What the server accepts; a larger file is not sent at all. */
const largestMegabytes = 50
const largestArchiveMegabytes = 500

/** Product exports of other shops: their stock is that of products which are new here. */
const productsOfShops: ReadonlySet<string> = new Set([
  'shopify-products',
  'woocommerce-products',
  'magento-products',
  'wix-products',
  'squarespace-products',
  'shopware-products',
])

/** It may hold pictures. */
const isArchive = (name: string): boolean => /\.zip$/i.test(name)

export async function loader({ request }: LoaderFunctionArgs) {
  const [mappings, feeds] = await Promise.all([
    readApi<MappingsAnswer>(apiPaths.importMappings, request.signal),
    // A person may import into a store whose products they may not read.
    readApi<ProductFeedsAnswer>(apiPaths.productFeeds, request.signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 403) return { feeds: [] }
      throw error
    }),
  ])
  return { ...mappings, ...feeds }
}

export function Component() {
  const { t, language } = useTexts()
  const session = useSession()
  const stores = session.stores.filter(({ code }) => can(session, 'import:run', code))
  const [store, setStore] = useState(stores[0]?.code ?? '')
  const [mayClear, setMayClear] = useState(false)
  /** A sheet other than the one that is read by itself, with those of the workbook. */
  const [choice, setChoice] = useState<{ sheet: string; sheets: readonly string[] } | null>(null)
  const { mappings, fields, feeds } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  /** The mapping by which the columns are read, as the person knows it; null: they are recognised. */
  const [mapping, setMapping] = useState<{ name: string; version: string } | null>(null)
  /** The columns of the file while they are mapped. */
  const [found, setFound] = useState<(ColumnsAnswer & { fileName: string }) | null>(null)
  const [location, setLocation] = useState('')
  /** Of discount codes: other stores in which they are valid. */
  const [alsoStores, setAlsoStores] = useState<readonly string[]>([])
  const [setStock, setSetStock] = useState(false)
  const [takeTags, setTakeTags] = useState(false)
  const [present, setPresent] = useState<'keep' | 'replace'>('keep')
  /** Of the last check. */
  const [checked, setChecked] = useState<{
    location: string
    alsoStores: readonly string[]
    setStock: boolean
    takeTags: boolean
  }>({ location: '', alsoStores: [], setStock: false, takeTags: false })
  const chosen = choice && choice.sheet
  const terms = () => ({
    clear: allowed(),
    sheet: chosen,
    mapping,
    location,
    alsoStores,
    setStock,
    takeTags,
    pictures: isArchive(upload.fileName ?? '') ? present : null,
  })
  const { answer, problem, sending, ...upload } = useUpload<ImportCheck>({
    largestMegabytes: (name) => (isArchive(name) ? largestArchiveMegabytes : largestMegabytes),
    checkPath: (): string => apiPaths.checkImport(store, { ...terms(), language }),
    startPath: (name): string => apiPaths.startImport(store, { ...terms(), name }),
  })
  const clears = answer?.clears ?? []
  const sheets = choice?.sheets ?? answer?.table?.sheets ?? []
  const allowed = (): string[] =>
    mayClear ? clears.map(({ store: place, column }) => (place === null ? column : `${place}:${column}`)) : []
  /** `header`: the row that names the columns; null: that of the mapping, else the likely one. */
  const mapColumns = (header: string | null = null) => {
    const terms = { sheet: chosen, mapping: mapping?.name ?? null, header }
    return upload.ask<ColumnsAnswer>(apiPaths.importColumns(store, terms), (columns, fileName) => {
      setFound({ ...columns, fileName })
      if (columns.sheets.length > 1) setChoice({ sheet: columns.sheet ?? '', sheets: columns.sheets })
    })
  }
  const chooseMapping = (chosen: { name: string; version: string } | null) => {
    setMapping(chosen)
    setFound(null)
    setMayClear(false)
    upload.forget()
  }
  const isSending = sending !== null
  const isChecked = answer !== null
  const isOutdated =
    isChecked &&
    (location !== checked.location ||
      alsoStores !== checked.alsoStores ||
      setStock !== checked.setStock ||
      takeTags !== checked.takeTags)
  const hasNoPicture = answer?.pictures?.products === 0
  const isBlocked = isOutdated || hasNoPicture || (isChecked && clears.length > 0 && !mayClear)
  return (
    <Page title={t('section.import')} intro={t('import.intro')}>
      <div className="stack">
        <Card title={t('import.file')}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              setChecked({ location, alsoStores, setStock, takeTags })
              setFound(null)
              void upload.check()
            }}
          >
            <fieldset className={styles.fields} disabled={isSending}>
              <Select
                label={t('orders.store')}
                value={store}
                options={stores.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={(code) => {
                  setStore(code)
                  setMayClear(false)
                  setAlsoStores([])
                  upload.forget()
                }}
              />
              <div className={styles.wide}>
                <Field
                  label={t('import.feed')}
                  hint={[
                    t('import.feed_hint', { megabytes: largestMegabytes }),
                    t('import.pictures_hint', { megabytes: largestArchiveMegabytes }),
                  ].join(' ')}
                  type="file"
                  required
                  onChange={({ target }) => {
                    setMayClear(false)
                    setChoice(null)
                    setLocation('')
                    setAlsoStores([])
                    setSetStock(false)
                    setTakeTags(false)
                    setPresent('keep')
                    setFound(null)
                    upload.choose(target.files?.[0] ?? null)
                  }}
                />
              </div>
              {sheets.length > 1 && (
                <Select
                  label={t('import.sheet')}
                  value={chosen ?? answer?.table?.sheet ?? ''}
                  options={sheets.map((name) => ({ value: name, label: name }))}
                  onChange={(sheet) => {
                    setMayClear(false)
                    setChoice({ sheet, sheets })
                    setFound(null)
                    upload.forget()
                  }}
                />
              )}
              {mappings.length > 0 && (
                <Select
                  label={t('import.mapping')}
                  value={mapping?.name ?? ''}
                  options={[
                    { value: '', label: t('import.mapping_auto') },
                    ...mappings.map(({ name }) => ({ value: name, label: name })),
                  ]}
                  onChange={(name) => chooseMapping(mappings.find((each) => each.name === name) ?? null)}
                />
              )}
              {answer?.pictures && (
                <Select
                  label={t('import.present_pictures')}
                  value={present}
                  options={[
                    { value: 'keep', label: t('import.pictures_keep') },
                    { value: 'replace', label: t('import.pictures_replace') },
                  ]}
                  onChange={(value) => setPresent(value === 'replace' ? 'replace' : 'keep')}
                />
              )}
              {answer !== null && answer.locations.length > 1 && (
                <Select
                  label={t('import.location')}
                  value={location}
                  options={[
                    { value: '', label: t('import.all_locations') },
                    ...answer.locations.map((name) => ({ value: name, label: name })),
                  ]}
                  onChange={setLocation}
                />
              )}
              {productsOfShops.has(answer?.table?.preset ?? '') && (
                <div className={styles.wide}>
                  <Check
                    label={t('import.set_stock')}
                    checked={setStock}
                    onChange={({ target }) => setSetStock(target.checked)}
                  />
                  <p>{t('import.set_stock_hint')}</p>
                </div>
              )}
              {answer !== null && answer.tags > 0 && (
                <div className={styles.wide}>
                  <Check
                    label={t('import.take_tags', { count: answer.tags })}
                    checked={takeTags}
                    onChange={({ target }) => setTakeTags(target.checked)}
                  />
                  <p>{t('import.take_tags_hint')}</p>
                </div>
              )}
              {answer?.holds === 'coupons' && (
                <OtherStores
                  stores={session.stores.filter(
                    ({ code }) => code !== store && can(session, 'coupon:edit', code),
                  )}
                  chosen={alsoStores}
                  onChange={setAlsoStores}
                />
              )}
            </fieldset>
            <div className={styles.buttons}>
              <Button
                type="submit"
                size="small"
                look={isChecked && !isOutdated ? 'quiet' : 'main'}
                disabled={isSending}
              >
                {t('import.check')}
              </Button>
              {isChecked && (
                <Button
                  size="small"
                  look="main"
                  disabled={isSending || isBlocked}
                  onClick={() => void upload.start()}
                >
                  {t('import.run')}
                </Button>
              )}
              {upload.fileName !== null && found === null && !answer?.pictures && (
                <Button size="small" disabled={isSending} onClick={() => void mapColumns()}>
                  {t('import.map')}
                </Button>
              )}
              <ButtonLink size="small" href={apiPaths.exportProducts(store)} download>
                {t('import.export')}
              </ButtonLink>
            </div>
            {sending !== null && <Progress {...sending} />}
            {problem !== null && (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
            {isChecked && clears.length > 0 && (
              <div className={styles.problem} role="alert">
                <p>{t('import.clears')}</p>
                <ul>
                  {clears.map(({ store: place, column, filled, cleared }) => (
                    <li key={`${place} ${column}`}>
                      {[
                        place !== null && storeName(place),
                        t('import.clear_column', { column: columnLabel(t, column) ?? '', filled, cleared }),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </li>
                  ))}
                </ul>
                <Check
                  label={t('import.allow_clear')}
                  checked={mayClear}
                  onChange={({ target }) => setMayClear(target.checked)}
                />
              </div>
            )}
          </form>
        </Card>
        {found !== null && (
          <MapColumns
            key={[found.fileName, found.sheet, mapping?.name, found.headerRow, found.wantedRow].join('\n')}
            found={found}
            isReading={isSending}
            onHeader={(header) => void mapColumns(header)}
            fields={fields}
            mapping={mappings.find(({ name }) => name === mapping?.name) ?? null}
            stores={stores}
            suggestedName={found.fileName.replace(/\.\w+$/, '').slice(0, 60)}
            onSaved={(saved) => {
              chooseMapping(saved)
              void revalidate()
              setChecked({ location, alsoStores, setStock, takeTags })
              void upload.check(apiPaths.checkImport(store, { ...terms(), mapping: saved, language }))
            }}
            onRemoved={() => {
              chooseMapping(null)
              void revalidate()
            }}
          />
        )}
        {answer !== null && <ImportResult answer={answer} store={store} />}
        <Translations
          store={store}
          sources={session.stores.filter(({ code }) => code !== store && can(session, 'product:read', code))}
        />
        {session.stores.some(({ code }) => can(session, 'price:edit', code)) && <CostImport />}
        <ProductFeeds feeds={feeds} store={store} />
        {session.stores.every(({ code }) => can(session, 'archive:export', code)) && <ShopArchive />}
      </div>
    </Page>
  )
}

/** The texts that the store lacks, for translators. */
function Translations({
  store,
  sources,
}: {
  store: string
  sources: readonly { code: string; name: string }[]
}) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState('')
  const source = sources.find(({ code }) => code === chosen) ?? sources[0]
  if (source === undefined) return null
  return (
    <Card title={t('import.translations')}>
      <div className={styles.form}>
        <p>{t('import.translations_hint')}</p>
        <div className={styles.fields}>
          <Select
            label={t('import.translations_from')}
            value={source.code}
            options={sources.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={setChosen}
          />
        </div>
        <div className={styles.buttons}>
          <ButtonLink size="small" href={apiPaths.missingTranslations(store, source.code, 'csv')} download>
            {t('import.translations_download')}
          </ButtonLink>
          <ButtonLink size="small" href={apiPaths.missingTranslations(store, source.code, 'xlf')} download>
            {t('import.translations_xliff')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

/** Stores besides that of the file in which its discount codes are valid. */
function OtherStores({
  stores,
  chosen,
  onChange,
}: {
  stores: readonly { code: string; name: string }[]
  chosen: readonly string[]
  onChange: (codes: readonly string[]) => void
}) {
  const { t } = useTexts()
  if (stores.length === 0) return null
  return (
    <fieldset className={styles.stores}>
      <legend>{t('import.also_stores')}</legend>
      {stores.map(({ code, name }) => (
        <Check
          key={code}
          label={name}
          checked={chosen.includes(code)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
          }
        />
      ))}
      <p>{t('import.also_stores_hint')}</p>
    </fieldset>
  )
}

/** How much has been sent; then that the server works on it, which has no measure. */
function Progress({ isCheck, sent }: Sending) {
  const { t } = useTexts()
  const isSent = sent >= 1
  const working = t(isCheck ? 'import.checking' : 'import.starting')
  return (
    <div className={styles.progress}>
      <p role="status">{isSent ? working : t('import.sending')}</p>
      <progress
        aria-label={isSent ? working : t('import.sending')}
        max={1}
        {...(!isSent && { value: sent })}
      />
    </div>
  )
}
