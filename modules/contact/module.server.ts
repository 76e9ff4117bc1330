import { defineModule } from '../../sdk/module.ts'
import { tidyContactPhotos } from './contact-repository.server.ts'
import { contact } from './declarations.ts'
import { contactRoutes } from './routes.server.ts'
import { contactAnswerMail, contactMail } from './mail-templates.server.ts'
import { messageResource } from './message-resource.server.ts'
import { messageRoutes } from './staff-routes.server.ts'

export const module = defineModule(contact, {
  routes: contactRoutes,
  mailTemplates: { 'contact-mail': contactMail, 'contact-answer-mail': contactAnswerMail },
  tidy: tidyContactPhotos,
  staffRoutes: messageRoutes,
  resources: [messageResource],
})
