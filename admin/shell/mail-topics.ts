import { namesOf } from '../../modules/modules.ts'
import type { AdminKey } from '../texts.tsx'

/** Topics of mails that a recipient can refuse → their names. */
export const mailTopicNames = {
  newsletter: 'customers.topic_newsletter',
  'subscription-reminders': 'customers.topic_reminders',
  ...(Object.fromEntries(namesOf('mailTopics').map((topic) => [topic, `customers.topic_${topic}`])) as Record<
    ReturnType<typeof namesOf<'mailTopics'>>[number],
    AdminKey
  >),
} satisfies Record<string, AdminKey>
