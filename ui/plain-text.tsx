/**
 * Plain text written by the merchant: blank lines separate paragraphs, lines that begin with "- " are a list.
 */

export type TextBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] }

export function textBlocks(text: string): TextBlock[] {
  return text.split(/\n\s*\n/).flatMap((part): TextBlock[] => {
    const lines = part
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const items = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
    const rest = lines.filter((line) => !line.startsWith('- ')).join(' ')
    return [
      ...(rest ? [{ kind: 'paragraph' as const, text: rest }] : []),
      ...(items.length > 0 ? [{ kind: 'list' as const, items }] : []),
    ]
  })
}

export function PlainText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {textBlocks(text).map((block, index) =>
        block.kind === 'paragraph' ? (
          <p key={index}>{block.text}</p>
        ) : (
          <ul key={index}>
            {block.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}
