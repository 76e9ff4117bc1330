import { namesOf } from '../../modules/modules.ts'
import type { AdminKey } from '../texts.tsx'

const topics = [...namesOf('optIns'), ...namesOf('mailTopics')]

/** Topics of mails that a recipient can refuse → their names. */
export const mailTopicNames = Object.fromEntries(
  topics.map((topic) => [topic, `customers.topic_${topic}`]),
) as Record<(typeof topics)[number], AdminKey>
