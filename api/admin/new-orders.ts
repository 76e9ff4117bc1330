/** Orders that staff place for a customer, in the back office. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { newOrderAnswer, newOrderBody, orderQuote, orderQuoteBody } from '../../contract/admin/new-order.ts'
import {
  createStaffOrder,
  quoteStaffOrder,
  type CreateStaffOrder,
} from '../../domain/staff-orders/place-staff-order.server.ts'
import { isLineUnchanged } from '../../domain/cart/cart-line.ts'
import { toMajor, toMinor } from '../../domain/money/money.ts'
import { toSku } from '../../domain/products/sku.ts'
import { postalCodeText } from '../../domain/stores/postal-code.ts'
import { stores, type Store } from '../../domain/stores/stores.ts'
import { AdminRefusal, invalidFields } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { permittedStore } from './requested-store.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError, 422: adminError }

export const adminNewOrderRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  app.post(
    '/admin/api/order-quotes',
    {
      config: { permission: 'order:create' },
      schema: {
        summary: 'What an order for a customer would cost; stores nothing',
        body: orderQuoteBody,
        response: { 200: orderQuote, ...refused },
      },
    },
    async (request) => {
      const { store: code, lines, codes, email, shippingMethod } = request.body
      const store = storeOf(request, code)
      const { account, priced, methods, servicePoints, unavailable } = await quoteStaffOrder(services, {
        store,
        email,
        lines: lines.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity })),
        couponCodes: codes,
        shippingMethod,
        postalCode: request.body.postalCode,
        customerType: request.body.customerType,
      })
      const names = new Map(priced.synced.lines.map(({ uuid, name }) => [uuid, name]))
      // The store of the account, not of the order: its page is refused elsewhere too.
      const mayRead = account && request.staff.grants['customer:read']?.includes(account.store)
      return {
        currency: store.currency,
        customer:
          account && mayRead
            ? {
                type: account.type,
                firstName: account.firstName,
                lastName: account.lastName,
                company: account.companyName,
                phone: account.phone,
                street: account.street,
                postalCode: account.postalCode,
                city: account.city,
              }
            : null,
        lines: priced.cart.lines.map(({ uuid, sku, quantity, netMinor }) => ({
          uuid,
          sku,
          name: names.get(uuid) ?? sku,
          quantity,
          total: toMajor(netMinor),
        })),
        rejectedCodes: priced.rejected.map(({ code: rejected }) => rejected),
        unavailable,
        methods: methods.map(({ method, priceMinor }) => ({
          id: method.id,
          name: method.name,
          price: toMajor(priceMinor),
        })),
        servicePoints: servicePoints.map(({ id, name, street, postalCode, city, openingHours }) => ({
          id,
          name,
          address: [street, `${postalCodeText(postalCode, store)} ${city}`.trim()].filter(Boolean).join(', '),
          openingHours,
        })),
        sum: toMajor(priced.cart.sumMinor),
        shipping: toMajor(priced.shippingMinor),
        total: toMajor(priced.totalMinor),
      }
    },
  )

  app.post(
    '/admin/api/orders',
    {
      config: { permission: 'order:create' },
      schema: {
        summary: 'Place an order for a customer on invoice, or mail the link to pay it; idempotent by key',
        body: newOrderBody,
        response: { 200: newOrderAnswer, ...refused },
      },
    },
    async (request) => {
      const { store: code, lines, codes, customer, shippingMethod, ...body } = request.body
      const store = storeOf(request, code)
      const answer = await createStaffOrder(services, request.actor, {
        store,
        key: body.key,
        staffId: request.staff.id,
        lines: lines.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity })),
        couponCodes: codes,
        form: {
          customerType: customer.type,
          email: customer.email,
          phone: customer.phone,
          firstName: customer.firstName,
          lastName: customer.lastName,
          companyName: customer.company,
          identityNumber: customer.identityNumber,
          address: customer.street,
          postalCode: customer.postalCode,
          city: customer.city,
        },
        shippingMethod,
        servicePoint: body.servicePoint,
        payment: body.payment,
        quotedTotalMinor: toMinor(body.total),
      })
      if (!answer.ok) throw refusalOf(answer)
      return { number: answer.number }
    },
  )
}

const storeOf = (request: FastifyRequest, code: string): Store => stores[permittedStore(request, code)]

function refusalOf(refusal: Extract<CreateStaffOrder, { ok: false }>): AdminRefusal {
  switch (refusal.code) {
    case 'invalid_fields':
      return invalidFields(refusal.fields)
    case 'lines_changed': {
      const changed = refusal.lines.filter((line) => !isLineUnchanged(line))
      return new AdminRefusal(409, 'products_unavailable', { skus: changed.map(({ sku }) => sku) })
    }
    case 'products_unavailable':
      return new AdminRefusal(409, refusal.code, { skus: refusal.skus })
    case 'total_changed':
      return new AdminRefusal(409, refusal.code, { total: toMajor(refusal.totalMinor) })
    default:
      return new AdminRefusal(409, refusal.code)
  }
}
