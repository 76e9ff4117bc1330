/** Reads the head of a page as a search engine does. */
import { ask, type Answer } from './shop-client.ts'

export interface ReadHead {
  status: number
  title: string
  description: string
  robots: string | null
  canonical: string
  /** hreflang → address. */
  versions: Record<string, string>
  /** Structured data by `@type`. */
  data: Record<string, Record<string, unknown>>
  headings: number
  text: string
}

export async function readHead(base: string, address: string): Promise<ReadHead> {
  const answer = await ask(base, address.replace(base, ''))
  return headOf(answer)
}

export function headOf({ status, text }: Answer): ReadHead {
  const tags = [...text.matchAll(/<(?:link|meta)\s([^>]*)>/g)].map(([, attributes]) =>
    Object.fromEntries(
      [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
        name!.toLowerCase(),
        decoded(value!),
      ]),
    ),
  )
  const meta = (name: string) => tags.find((tag) => tag['name'] === name)?.['content']
  const documents = [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
  const data = documents.map(([, json]) => JSON.parse(json!) as Record<string, unknown>)
  return {
    status,
    title: decoded(/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''),
    description: meta('description') ?? '',
    robots: meta('robots') ?? null,
    canonical: tags.find((tag) => tag['rel'] === 'canonical')?.['href'] ?? '',
    versions: Object.fromEntries(
      tags
        .filter((tag) => tag['rel'] === 'alternate' && tag['hreflang'])
        .map((tag) => [tag['hreflang']!, tag['href']!]),
    ),
    data: Object.fromEntries(data.map((each) => [String(each['@type']), each])),
    headings: [...text.matchAll(/<h1[\s>]/g)].length,
    text,
  }
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
