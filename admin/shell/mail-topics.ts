import { namesOf } from '../../modules/modules.ts'
import type { AdminKey } from '../texts.tsx'

const ofModules = [...namesOf('optIns'), ...namesOf('mailTopics')]

/** Topics of mails that a recipient can refuse → their names. */
export const mailTopicNames = {
  'subscription-reminders': 'customers.topic_reminders',
  ...(Object.fromEntries(ofModules.map((topic) => [topic, `customers.topic_${topic}`])) as Record<
    (typeof ofModules)[number],
    AdminKey
  >),
} satisfies Record<string, AdminKey>
