import { z } from 'zod'
import { namesOf } from '../modules/modules.ts'

/** Topics of mails that a recipient can refuse. */
export const mailTopic = z.enum([...namesOf('optIns'), ...namesOf('mailTopics')])
