/**
 * Prices for stores by a rule from those of another store: the rule, the proposal in pages with corrections, and the job
 * that carries it out.
 */
import { useRef, useState } from 'react'
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import type { PriceProposalAnswer, PriceRulesAnswer } from '../../../contract/admin/price-proposals.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { useStartedJob } from '../../shell/started-job.ts'
import { useChange } from '../../shell/use-change.ts'
import { storeCurrency, storeName } from '../../store-name.ts'
import { FilterBar } from '../../table/filter-bar.tsx'
import { changeView, readView } from '../../table/view.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { useProductFilters } from '../products/product-filters.ts'
import { ProposedPrices, type Corrections, proposedKey } from './proposed-prices.tsx'
import { readRate, writeRate } from './typed-rate.ts'
import layout from '../../shell/form-layout.module.css'
import styles from './price-proposal.module.css'

export const loader = ({ request }: LoaderFunctionArgs) =>
  readApi<PriceRulesAnswer>(apiPaths.priceRules, request.signal)

export function Component() {
  const { t } = useTexts()
  const session = useSession()
  const { stores } = useLoaderData<PriceRulesAnswer>()
  const [parameters] = useSearchParams()
  const named = parameters.get('source')
  const [source, setSource] = useState(
    stores.find(({ store }) => store === named)?.store ?? stores[0]?.store ?? '',
  )
  const targets = stores.filter(({ store }) => store !== source && can(session, 'price:edit', store))
  return (
    <Page
      title={t('proposal.title')}
      intro={t('proposal.intro')}
      back={{ label: t('section.prices'), to: paths.prices }}
    >
      <Proposal key={source} source={source} targets={targets} onSource={setSource} />
    </Page>
  )
}

interface TypedTarget {
  store: string
  isChosen: boolean
  rate: string
  ending: string
}

type Answered = PriceProposalAnswer & { offset: number }

function Proposal({
  source,
  targets,
  onSource,
}: {
  source: string
  targets: PriceRulesAnswer['stores']
  onSource: (store: string) => void
}) {
  const { t, iso, money } = useTexts()
  const { rules, stores } = useLoaderData<PriceRulesAnswer>()
  const started = useStartedJob()
  const [parameters, setParameters] = useSearchParams()
  const filters = useProductFilters().filter(({ name }) => name !== 'store')
  const used = rules.filter((rule) => rule.source === source)
  const [typed, setTyped] = useState<readonly TypedTarget[]>(() =>
    targets.map(({ store, currency, endings }) => {
      const last = used.find((rule) => rule.store === store)
      const isSame = currency === storeCurrency(source)
      return {
        store,
        isChosen: last !== undefined || targets.length === 1,
        rate: last ? writeRate(last.rate, iso) : isSame ? '1' : '',
        ending: last && endings.includes(last.ending) ? last.ending : 'store',
      }
    }),
  )
  const [vat, setVat] = useState<string>(used[0]?.vat ?? 'recomputed')
  const [only, setOnly] = useState<'unpriced' | 'all'>('unpriced')
  const [corrections, setCorrections] = useState<Corrections>(new Map())
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [show, setShow] = useState<'all' | 'attention'>('all')
  // Rows of the page in which something else than a price is typed.
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [hasWrongRates, setWrongRates] = useState(false)
  // The last preview that was asked for, and how many have no answer yet.
  const asked = useRef(0)
  const [waiting, setWaiting] = useState(0)
  const preview = useChange<PriceProposalAnswer>('POST', apiPaths.proposalPreview, { rereads: false })
  const start = useChange<StartedJob>('POST', apiPaths.priceProposals)
  const chosen = typed.filter(({ isChosen }) => isChosen)
  const view = readView(parameters)
  const query = changeView(new URLSearchParams([...parameters].filter(([name]) => name !== 'source')), {
    filter: { name: 'store', value: null },
  }).toString()

  /** The rule is another one: what was proposed by the former is not shown any more. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      asked.current += 1
      setAnswered(null)
      setWrong(new Set())
      set(value)
    }
  const changeTarget = (store: string, change: Partial<TypedTarget>) =>
    changed(setTyped)(typed.map((each) => (each.store === store ? { ...each, ...change } : each)))
  const termsOf = (now: { corrections: Corrections; leftOut: ReadonlySet<string> }) => ({
    source,
    targets: chosen.map(({ store, rate, ending }) => ({ store, rate: readRate(rate), ending })),
    vat,
    only,
    query,
    corrections: [...now.corrections].map(([key, price]) => ({ ...rowOf(key), price })),
    leftOut: [...now.leftOut].map(rowOf),
  })
  const load = async (
    page: {
      offset?: number
      show?: typeof show
      corrections?: Corrections
      leftOut?: ReadonlySet<string>
    } = {},
  ) => {
    const offset = page.offset ?? answered?.offset ?? 0
    asked.current += 1
    const at = asked.current
    const terms = termsOf({ corrections, leftOut, ...page })
    setWaiting((count) => count + 1)
    const answer = await preview.send({ ...terms, offset, show: page.show ?? show })
    setWaiting((count) => count - 1)
    if (answer === null || asked.current !== at) return
    // What is typed wrongly goes with the rows of its page.
    const rows = new Set(answer.rows.map(proposedKey))
    setWrong((keys) => new Set([...keys].filter((key) => rows.has(key))))
    setAnswered({ ...answer, offset })
  }
  return (
    <>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          const isWrong = chosen.some(({ rate }) => readRate(rate) === null)
          setWrongRates(isWrong)
          if (!isWrong) void load({ offset: 0 })
        }}
      >
        <Card title={t('proposal.rule')}>
          <div className={layout.fields}>
            <Select
              label={t('proposal.source')}
              value={source}
              options={stores.map(({ store, currency }) => ({
                value: store,
                label: t('proposal.target', { store: storeName(store), currency }),
              }))}
              onChange={onSource}
            />
            <Select
              label={t('proposal.only')}
              value={only}
              options={(['unpriced', 'all'] as const).map((value) => ({
                value,
                label: t(`proposal.only_${value}`),
              }))}
              onChange={changed((value: string) => setOnly(value as typeof only))}
            />
            <Select
              label={t('proposal.vat')}
              value={vat}
              options={(['recomputed', 'kept'] as const).map((value) => ({
                value,
                label: t(`proposal.vat_${value}`),
              }))}
              onChange={changed(setVat)}
            />
          </div>
          <FilterBar
            filters={filters}
            values={view.filters}
            onChange={(change) =>
              changed((next: URLSearchParams) => setParameters(next, { preventScrollReset: true }))(
                changeView(parameters, change),
              )
            }
          />
          <fieldset className={styles.targets}>
            <legend>{t('proposal.targets')}</legend>
            {targets.length === 0 && <p>{t('proposal.no_targets')}</p>}
            {targets.map(({ store, currency, endings }) => {
              const target = typed.find((each) => each.store === store)!
              const rate = readRate(target.rate)
              const isWrong = hasWrongRates && target.isChosen && rate === null
              return (
                <div key={store} className={styles.target}>
                  <Check
                    label={t('proposal.target', { store: storeName(store), currency })}
                    checked={target.isChosen}
                    onChange={(event) => changeTarget(store, { isChosen: event.target.checked })}
                  />
                  {target.isChosen && (
                    <>
                      <Field
                        label={t('proposal.rate', { source: storeCurrency(source), target: currency })}
                        inputMode="decimal"
                        autoComplete="off"
                        required
                        value={target.rate}
                        aria-invalid={isWrong || undefined}
                        hint={
                          isWrong
                            ? t('proposal.rate_wrong')
                            : rate === null
                              ? undefined
                              : t('proposal.rate_hint', {
                                  from: money(100, storeCurrency(source)),
                                  to: money(100 * rate, currency),
                                })
                        }
                        onChange={(event) => changeTarget(store, { rate: event.target.value })}
                      />
                      <Select
                        label={t('proposal.ending')}
                        value={target.ending}
                        options={endings.map((value) => ({
                          value,
                          label: /^\d/.test(value)
                            ? t('proposal.ending_decimals', { decimals: value })
                            : t(`proposal.ending_${value}` as AdminKey),
                        }))}
                        onChange={(ending) => changeTarget(store, { ending })}
                      />
                    </>
                  )}
                </div>
              )
            })}
          </fieldset>
          <RefusalNotice refusal={answered === null ? preview.refusal : null} />
          <div className={layout.buttons}>
            <Button
              type="submit"
              size="small"
              look={answered === null ? 'main' : 'quiet'}
              disabled={chosen.length === 0 || waiting > 0}
            >
              {t('proposal.preview')}
            </Button>
          </div>
        </Card>
      </form>
      {answered !== null && (
        <Card title={t('proposal.result')}>
          <p role="status">
            {[
              t('prices.plan', {
                changes: answered.changes,
                unchanged: answered.unchanged,
                refused: answered.refused,
              }),
              answered.leftOut > 0 && t('proposal.left_out', { count: answered.leftOut }),
              answered.corrected > 0 && t('proposal.typed', { count: answered.corrected }),
              answered.notSold > 0 && t('proposal.not_sold', { count: answered.notSold }),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          {answered.notSold > 0 && (
            <p>
              {t('proposal.sell_first')}{' '}
              <Link to={`${paths.resource('products')}?filter.store=${source}`}>
                {t('proposal.open_products')}
              </Link>
            </p>
          )}
          {answered.belowCost > 0 && (
            <p className={styles.note}>{t('prices.below_cost', { count: answered.belowCost })}</p>
          )}
          {answered.total + answered.leftOut === 0 ? (
            <EmptyState
              title={<h3>{t('proposal.nothing')}</h3>}
              text={t('proposal.nothing_text', { source: storeName(source) })}
            />
          ) : (
            <>
              <Check
                label={t('proposal.attention')}
                checked={show === 'attention'}
                onChange={({ target }) => {
                  const next = target.checked ? 'attention' : 'all'
                  setShow(next)
                  void load({ offset: 0, show: next })
                }}
              />
              <ProposedPrices
                rows={answered.rows}
                source={source}
                isOneStore={chosen.length === 1}
                corrections={corrections}
                leftOut={leftOut}
                onCorrect={(row, price) => {
                  const next = new Map(corrections)
                  if (price === null) next.delete(proposedKey(row))
                  else next.set(proposedKey(row), price)
                  setCorrections(next)
                  void load({ corrections: next })
                }}
                onTake={(row, isTaken) => {
                  const next = new Set(leftOut)
                  if (isTaken) next.delete(proposedKey(row))
                  else next.add(proposedKey(row))
                  setLeftOut(next)
                  void load({ leftOut: next })
                }}
                onWrong={(row, isWrong) => {
                  const next = new Set(wrong)
                  if (isWrong) next.add(proposedKey(row))
                  else next.delete(proposedKey(row))
                  setWrong(next)
                }}
              />
              <Pages
                offset={answered.offset}
                shown={answered.rows.length}
                perPage={answered.pageRows}
                count={answered.shown}
                onPage={(offset) => void load({ offset })}
              />
              <Field
                label={t('order.reason')}
                value={reason}
                maxLength={200}
                onChange={({ target }) => setReason(target.value)}
              />
            </>
          )}
          <RefusalNotice refusal={preview.refusal ?? start.refusal} />
          <div className={layout.buttons}>
            <Button
              size="small"
              look="main"
              disabled={waiting > 0 || start.isSending || wrong.size > 0 || answered.changes === 0}
              onClick={async () => {
                const answer = await start.send({
                  ...termsOf({ corrections, leftOut }),
                  count: answered.total,
                  digest: answered.digest,
                  ...(reason.trim() && { reason: reason.trim() }),
                })
                if (answer === null) return
                started(answer.job, t('proposal.started', { count: answered.changes }))
                setAnswered(null)
                setCorrections(new Map())
                setLeftOut(new Set())
                setReason('')
              }}
            >
              {t('proposal.start', { count: answered.changes })}
            </Button>
            {(corrections.size > 0 || leftOut.size > 0) && (
              <Button
                size="small"
                onClick={() => {
                  setCorrections(new Map())
                  setLeftOut(new Set())
                  void load({ corrections: new Map(), leftOut: new Set() })
                }}
              >
                {t('proposal.discard')}
              </Button>
            )}
          </div>
        </Card>
      )}
    </>
  )
}

function rowOf(key: string): { store: string; sku: string } {
  const at = key.indexOf(' ')
  return { store: key.slice(0, at), sku: key.slice(at + 1) }
}

function Pages({
  offset,
  shown,
  perPage,
  count,
  onPage,
}: {
  offset: number
  perPage: number
  /** Rows of this page. */
  shown: number
  count: number
  onPage: (offset: number) => void
}) {
  const { t, number } = useTexts()
  if (count <= perPage && offset === 0) return null
  return (
    <nav className={styles.pages} aria-label={t('table.pages')}>
      <span>
        {t('proposal.page', { from: number(offset + 1), to: number(offset + shown), count: number(count) })}
      </span>
      <Button size="small" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - perPage))}>
        {t('table.previous')}
      </Button>
      <Button size="small" disabled={offset + shown >= count} onClick={() => onPage(offset + perPage)}>
        {t('table.next')}
      </Button>
    </nav>
  )
}
