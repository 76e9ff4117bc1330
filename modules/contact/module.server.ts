import { countedTable } from '../../api/admin/staff-table.ts'
import { defineModule } from '../../sdk/module.ts'
import { tidyContactPhotos } from './contact-repository.server.ts'
import { contact } from './declarations.ts'
import { contactRoutes } from './routes.server.ts'
import { sendContactAnswer } from './send-contact-answer.server.ts'
import { sendContactMail } from './send-contact-mail.server.ts'
import { messageRoutes, messageTerms } from './staff-routes.server.ts'

export const module = defineModule(contact, {
  routes: contactRoutes,
  mailJobs: {
    'contact-mail': sendContactMail,
    'contact-answer-mail': (services, { answerId }) => sendContactAnswer(services, answerId),
  },
  tidy: tidyContactPhotos,
  staffRoutes: messageRoutes,
  staffTables: {
    messages: {
      ...countedTable(messageTerms),
      todo: { messages_open: { query: () => 'filter.status=open' } },
    },
  },
})
