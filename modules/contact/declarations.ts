import type { ModuleDeclarations } from '../declarations.ts'

const hourMs = 3_600_000

/** The contact form, and what staff answer. */
export const contact = {
  name: 'contact',
  mails: {
    // To the shop itself, from all its visitors.
    'contact-message': { daily: 2000 },
    // To the address that a message contains.
    'contact-receipt': { daily: 5 },
    // To the sender of a message: what staff answer.
    'contact-answer': { daily: 60 },
  },
  visitorMails: {
    'contact-receipt': {
      recipient: { mails: 3, windowMs: 24 * hourMs },
      network: { mails: 20, windowMs: hourMs },
      isUnproven: true,
    },
  },
  mailTemplates: {
    'contact-mail': { storeOf: { table: 'contact_message', id: 'messageId' } },
    'contact-answer-mail': {},
  },
  auditActions: ['contact.answer', 'contact.change_status', 'contact.receive'],
  auditObjects: { contact_message: { section: 'section.messages', page: '/messages/:id' } },
  auditCodes: {
    topic: {
      order: 'messages.topic_order',
      product: 'messages.topic_product',
      return: 'messages.topic_return',
      business: 'messages.topic_business',
      other: 'messages.topic_other',
    },
  },
  auditFilters: { received: 'messages.receivedAt', topic: 'messages.topic' },
  permissions: {
    'message:read': ['service', 'accountant', 'auditor'],
    'message:answer': ['service'],
  },
  staffPages: { 'messages/:reference': 'staff/message-page.tsx' },
  // Photos, each of which is decoded and kept for a day.
  attemptLimits: { 'contact-photo-network': { attempts: 30, windowMs: hourMs } },
  // Messages with their photos, after they were received.
  retention: { 'contact-message': { days: 365 } },
} as const satisfies ModuleDeclarations
