import { listed } from '../../modules/modules.ts'
import type { AdminKey } from '../texts.tsx'

/** Topics of mails that a recipient can refuse → their names. */
export const mailTopicNames = {
  newsletter: 'customers.topic_newsletter',
  stock: 'customers.topic_stock',
  'price-drop': 'customers.topic_price_drop',
  'subscription-reminders': 'customers.topic_reminders',
  ...(Object.fromEntries(listed('mailTopics').map((topic) => [topic, `customers.topic_${topic}`])) as Record<
    ReturnType<typeof listed<'mailTopics'>>[number],
    AdminKey
  >),
} satisfies Record<string, AdminKey>
