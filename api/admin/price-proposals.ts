/** Prices for other stores by rule: a proposal in pages, and the job that carries it out. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import { startedJob } from '../../contract/admin/jobs.ts'
import {
  previewProposalBody,
  priceProposal,
  priceRulesAnswer,
  proposalRows,
  startProposalBody,
  type ProposedPrice,
} from '../../contract/admin/price-proposals.ts'
import { unitMinor } from '../../domain/catalogue/product-prices.ts'
import { toMajor, toMinor } from '../../domain/money/money.ts'
import { divideRounded, shiftDecimal } from '../../domain/money/rounding.ts'
import { endingsFor } from '../../domain/prices/price-rule.ts'
import {
  proposalKey,
  proposePrices,
  startProposal,
  usedRules,
  type ProposalTerms,
  type ProposedRow,
} from '../../domain/prices/price-proposal.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { stores } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { digestOf, jobOf, requirePreviewed } from './planned-prices.ts'
import { productTerms } from './products.ts'
import { permittedStores } from './require-permission.ts'
import { permittedStore, requestedStore } from './requested-store.ts'
import { viewMargin } from './price-view.ts'
import { readViewQuery, viewOf } from './table-routes.ts'

type WireTerms = Omit<z.output<typeof startProposalBody>, 'count' | 'digest' | 'reason'>

/** Decimals of a rate. */
const rateDigits = 6

/** Room for 50,000 rows that are left out. */
const bodyLimit = 8 * 1024 * 1024

export const adminPriceProposalRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services

  const propose = async (request: FastifyRequest, wire: WireTerms) => {
    const terms = readTerms(request, wire)
    const proposal = await proposePrices(services, terms)
    if (proposal === null) throw new AdminRefusal(409, 'too_many_rows')
    return { terms, ...proposal, plan: proposal.rows.filter(({ isLeftOut }) => !isLeftOut) }
  }

  app.get(
    '/admin/api/price-rules',
    {
      config: { permission: 'price:read' },
      schema: {
        summary: 'The rules by which prices were last made from those of other stores',
        response: { 200: priceRulesAnswer },
      },
    },
    async (request) => {
      const permitted = permittedStores(request)
      const rules = await usedRules(db)
      return {
        stores: permitted.map((store) => ({
          store,
          currency: stores[store].currency,
          endings: [...endingsFor(stores[store])],
        })),
        rules: rules
          .filter(({ source, store }) => permitted.includes(source) && permitted.includes(store))
          .map(({ source, store, rateMillionths, vat, ending }) => ({
            source,
            store,
            rate: shiftDecimal(rateMillionths, -rateDigits),
            vat,
            ending,
          })),
      }
    },
  )

  app.post(
    '/admin/api/price-proposals/preview',
    {
      config: { permission: 'price:edit' },
      bodyLimit,
      schema: {
        summary: `Prices for stores by rule from those of another, ${proposalRows} rows a page; saves nothing`,
        body: previewProposalBody,
        response: { 200: priceProposal, 400: adminError, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { offset, show, ...wire } = request.body
      const { terms, rows, plan, notSold } = await propose(request, wire)
      const count = (outcome: ProposedRow['outcome']) => plan.filter((row) => row.outcome === outcome).length
      const shown = show === 'all' ? rows : rows.filter(needsAttention)
      return {
        total: plan.length,
        changes: count('change'),
        unchanged: count('unchanged'),
        refused: count('refused'),
        belowCost: plan.filter(({ margin }) => margin?.isBelowCost).length,
        leftOut: rows.length - plan.length,
        corrected: plan.filter((row) => terms.corrections.has(proposalKey(row))).length,
        notSold,
        digest: digestOf(plan),
        shown: shown.length,
        pageRows: proposalRows,
        rows: shown.slice(offset, offset + proposalRows).map((row) => viewRow(row, terms)),
      }
    },
  )

  app.post(
    '/admin/api/price-proposals',
    {
      config: { permission: 'price:edit' },
      bodyLimit,
      schema: {
        summary: 'Carry out proposed prices as a job that can be undone',
        body: startProposalBody,
        response: { 200: startedJob, 400: adminError, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { count, digest, reason = null, ...wire } = request.body
      const { terms, plan } = await propose(request, wire)
      const { source, targets } = terms
      const { corrections, leftOut, ...kept } = wire
      const answer = await startProposal(services, request.actor, {
        staffId: request.staff.id,
        plan: requirePreviewed(plan, { count, digest }),
        terms: { proposal: { ...kept, corrections: corrections.length, leftOut: leftOut.length } },
        reason,
        source,
        targets,
      })
      return jobOf(answer)
    },
  )
}

function readTerms(request: FastifyRequest, wire: WireTerms): ProposalTerms {
  const source = requestedStore(wire.source)
  for (const permission of ['price:read', 'product:read'] as const)
    if (!(request.staff.grants[permission] ?? []).includes(source))
      throw new AdminRefusal(403, 'store_not_permitted', { permission, store: source })
  const targets = wire.targets.map(({ store: code, rate, ending }) => {
    const store = permittedStore(request, code)
    if (store === source) throw new AdminRefusal(400, 'source_is_target', { store })
    if (!endingsFor(stores[store]).includes(ending)) throw new AdminRefusal(400, 'no_such_ending', { store })
    return { store, ending, vat: wire.vat, rateMillionths: shiftDecimal(rate, rateDigits) }
  })
  const query = readViewQuery(productTerms.query, wire.query)
  const filters = { ...productTerms.filtersOf(query), store: [source] }
  return {
    source,
    targets,
    view: viewOf(query, filters, [source]),
    only: wire.only,
    corrections: new Map(
      wire.corrections.map(({ store, sku, price }) => [
        proposalKey({ store, sku: toSku(sku) }),
        toMinor(price),
      ]),
    ),
    leftOut: new Set(wire.leftOut.map(({ store, sku }) => proposalKey({ store, sku: toSku(sku) }))),
  }
}

const quantitiesOf = (tiers: readonly { minQuantity: number }[] = []): number[] =>
  tiers.flatMap(({ minQuantity }) => (minQuantity > 1 ? [minQuantity] : []))

/** Quantities that have a price today and would have none. */
function lostQuantities({ before, after }: ProposedRow): number[] {
  const kept = quantitiesOf(after?.normal)
  return after === null ? [] : quantitiesOf(before?.normal).filter((quantity) => !kept.includes(quantity))
}

/** In tenths of a percent; null: there is no price that changes. */
function changeOf({ before, after }: ProposedRow): number | null {
  const [from, to] = [unitMinor(before?.normal ?? []), unitMinor(after?.normal ?? [])]
  return from === null || from === 0 || to === null ? null : divideRounded((to - from) * 1_000, from)
}

const needsAttention = (row: ProposedRow): boolean =>
  row.outcome === 'refused' ||
  row.margin?.isBelowCost === true ||
  lostQuantities(row).length > 0 ||
  // A change of 50 % or more.
  Math.abs(changeOf(row) ?? 0) >= 500

function viewRow(row: ProposedRow, { corrections }: ProposalTerms): ProposedPrice {
  const { sku, store, name, outcome, refusal, isLeftOut, before, after, margin } = row
  const current = unitMinor(before?.normal ?? [])
  const wanted = outcome === 'refused' ? null : unitMinor(after?.normal ?? [])
  const change = changeOf(row)
  return {
    store,
    sku,
    name,
    outcome,
    refusal,
    leftOut: isLeftOut,
    corrected: corrections.has(proposalKey(row)),
    sourcePrice: toMajor(row.sourceMinor),
    ruledPrice: toMajor(row.ruledMinor),
    currentPrice: current === null ? null : toMajor(current),
    newPrice: wanted === null ? null : toMajor(wanted),
    quantities: quantitiesOf(after?.normal),
    lostQuantities: lostQuantities(row),
    changePercent: change === null ? null : change / 10,
    margin: viewMargin(margin),
  }
}
