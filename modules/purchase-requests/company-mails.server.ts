/** The mails of a request, as things are when they are sent: to the people who may approve it, and to its buyer. */
import { findAccount } from '../../domain/accounts/account-repository.server.ts'
import { companyPaths } from '../../domain/companies/company-paths.ts'
import { findMember } from '../../domain/companies/company-repository.server.ts'
import { minor } from '../../domain/money/money.ts'
import type { CompanyMailMakers } from '../../providers/mail/company-mails.ts'
import { purchaseDecisionMail, purchaseRequestMail } from './purchase-mail.server.ts'
import { findRequest } from './purchase-request-repository.server.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface CompanyMails {
    /** A purchase request to an approver (`accountId`). */
    request: { id: number; accountId: number }
    /** What was decided about one, to its buyer. */
    decision: { id: number }
  }
}

const sampleMinor = minor(1_250_000)

export const companyMails: CompanyMailMakers<'request' | 'decision'> = {
  request: {
    async mail(trx, { publicUrl, clock }, { id, accountId }) {
      const request = await findRequest(trx, id, clock())
      if (request?.status !== 'waiting') return null
      const { store, buyer, buyerEmail, totalMinor, approvalAboveMinor, expiresAt } = request
      const [approver, member] = await Promise.all([
        findAccount(trx, accountId),
        findMember(trx, accountId, store),
      ])
      if (approver === null || member?.company.id !== request.companyId) return null
      return {
        store,
        to: approver.email,
        kind: 'purchase-request',
        text: purchaseRequestMail(store, {
          buyer: buyer || (buyerEmail ?? ''),
          company: member.company.name,
          totalMinor,
          approvalAboveMinor,
          until: expiresAt,
          link: publicUrl + companyPaths.page(store),
        }),
      }
    },
    samples: ({ store, link, words: { company } }) => ({
      'purchase-request': [
        purchaseRequestMail(store, {
          buyer: 'Anna Berg',
          company,
          totalMinor: sampleMinor,
          approvalAboveMinor: minor(1_000_000),
          until: new Date('2026-12-01T12:00:00Z'),
          link,
        }),
      ],
    }),
  },

  decision: {
    async mail(trx, { publicUrl, clock }, { id }) {
      const request = await findRequest(trx, id, clock())
      if (request === null || request.buyerEmail === null) return null
      const { store, buyerEmail: to, totalMinor, orderNumber: number, reason } = request
      const link = publicUrl + companyPaths.page(store)
      return {
        store,
        to,
        kind: 'purchase-decision',
        text: purchaseDecisionMail(store, { totalMinor, number, reason, link }),
      }
    },
    samples: ({ store, link, words: { rejection } }) => ({
      'purchase-decision': [
        purchaseDecisionMail(store, { totalMinor: sampleMinor, number: 'S100001', reason: null, link }),
        purchaseDecisionMail(store, { totalMinor: sampleMinor, number: null, reason: rejection, link }),
      ],
    }),
  },
}
