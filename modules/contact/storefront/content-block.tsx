/** Message to the shop with its topic and photos; then its reference number. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { ContactAnswer, ContactPhotoAnswer, ContactRequest } from '../contract.ts'
import { contactTopics, longestMessage, mostContactPhotos } from '../contact-message.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FileField, FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { callApi } from '../../../app/state/api-client.ts'
import { pictureTypes, sendPicture } from '../../../app/state/send-picture.ts'
import styles from '../../../app/pages/content/plain-page.module.css'

/** Path of the content page. */
export const contentPath = servicePages.contact

export default function ContactForm() {
  const t = useStrings()
  const [sent, setSent] = useState<ContactAnswer | null>(null)
  return (
    <section aria-labelledby="write">
      {sent ? (
        <Sent answer={sent} />
      ) : (
        <>
          <h2 id="write">{t('contact.title')}</h2>
          <p>{t('contact.lead')}</p>
          <Form onSent={setSent} />
        </>
      )}
    </section>
  )
}

/** Receives the focus, so that it is announced in place of the form. */
function Sent({ answer: { reference, email } }: { answer: ContactAnswer }) {
  const t = useStrings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 id="write" ref={heading} tabIndex={-1}>
        {t('contact.done')}
      </h2>
      <p>{t('contact.done_text', { reference, email })}</p>
    </>
  )
}

type Written = Omit<ContactRequest, 'key' | 'photos'>

function writtenIn(form: HTMLFormElement): Written {
  const data = new FormData(form)
  const text = (name: string) => {
    const typed = data.get(name)
    return typeof typed === 'string' ? typed.trim() : ''
  }
  return {
    topic: contactTopics.find((topic) => topic === text('topic')) ?? 'other',
    name: text('name'),
    email: emailIn(form),
    order_number: text('order_number'),
    message: text('message'),
  }
}

/** Field → why it is refused, in the store's language; `form`: what concerns no field. */
type Problems = Readonly<Record<string, string>>

function useContactForm(onSent: (answer: ContactAnswer) => void) {
  const t = useStrings()
  const store = useStore()
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [photos, setPhotos] = useState<readonly File[]>([])
  /** The last attempt: the same content is sent again under the same key. */
  const attempt = useRef({ key: '', content: '' })
  /** Photos that are uploaded already; another attempt does not upload them again. */
  const uploaded = useRef(new Map<File, string>())

  /** The ids of the photos, uploaded one after another; a text: why one of them is refused. */
  async function upload(): Promise<string[] | string> {
    if (photos.length > mostContactPhotos) return t('contact.photos_too_many')
    const ids: string[] = []
    for (const photo of photos) {
      const known = uploaded.current.get(photo)
      if (known !== undefined) {
        ids.push(known)
        continue
      }
      const answer = await sendPicture<ContactPhotoAnswer>(store, 'contact-photos', photo)
      if (!answer.ok) return answer.message ?? t('contact.photo_failed', { name: photo.name })
      uploaded.current.set(photo, answer.data.id)
      ids.push(answer.data.id)
    }
    return ids
  }

  async function send(written: Written): Promise<Problems | null> {
    const ids = await upload()
    if (typeof ids === 'string') return { photos: ids }
    const content = JSON.stringify({ written, ids })
    if (attempt.current.content !== content) attempt.current = { key: crypto.randomUUID(), content }
    const body: ContactRequest = { ...written, key: attempt.current.key, photos: ids }
    const answer = await callApi<ContactAnswer>(store, 'contact-messages', { method: 'POST', body })
    if (answer.ok) {
      onSent(answer.data)
      return null
    }
    const { email, photos: lost, ...others } = answer.errors
    if (lost !== undefined) uploaded.current.clear()
    const refused = {
      ...others,
      ...(email !== undefined && { email: t('form.email_invalid') }),
      ...(lost !== undefined && { photos: lost }),
    }
    if (Object.keys(refused).length > 0) return refused
    return { form: t(answer.status === 429 ? 'contact.too_many' : 'contact.failed') }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const written = writtenIn(event.currentTarget)
    setSending(true)
    setProblems({})
    const refused = await send(written)
    setSending(false)
    if (refused) setProblems(refused)
  }
  return { isSending, problems, setPhotos, submit }
}

function Form({ onSent }: { onSent: (answer: ContactAnswer) => void }) {
  const t = useStrings()
  const { isSending, problems, setPhotos, submit } = useContactForm(onSent)
  const form = useRef<HTMLFormElement>(null)
  // What the server refuses is focused as what the browser refuses: the first field of the form.
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
      <SelectField
        id="contact-topic"
        label={t('contact.topic')}
        name="topic"
        defaultValue=""
        error={problems['topic']}
        required
      >
        <option value="">{t('contact.choose')}</option>
        {contactTopics.map((topic) => (
          <option key={topic} value={topic}>
            {t(`contact.topic_${topic}`)}
          </option>
        ))}
      </SelectField>
      <FormField
        label={t('contact.name')}
        name="name"
        autoComplete="name"
        pattern=".*\S.*"
        maxLength={200}
        error={problems['name']}
        required
      />
      <FormField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="email"
        error={problems['email']}
        required
      />
      <FormField
        label={t('contact.order_number')}
        name="order_number"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        error={problems['order_number']}
      />
      <TextAreaField
        id="contact-message"
        label={t('contact.message')}
        name="message"
        rows={6}
        maxLength={longestMessage}
        error={problems['message']}
        required
      />
      <FileField
        label={t('contact.photos')}
        hint={t('contact.photos_hint')}
        accept={pictureTypes}
        multiple
        error={problems['photos']}
        onChange={(event) => setPhotos([...(event.target.files ?? [])])}
      />
      {problems['form'] && (
        <Notice look="danger" role="alert">
          {problems['form']}
        </Notice>
      )}
      <Button type="submit" look="main" disabled={isSending}>
        {t('contact.send')}
      </Button>
    </form>
  )
}
