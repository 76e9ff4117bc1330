/** A new row of a list that is declared once. */
import { paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Page } from '../../shell/page.tsx'
import { useTexts } from '../../texts.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import { RowForm } from './row-form.tsx'
import { useResource } from './use-resource.ts'

export function Component() {
  const { t } = useTexts()
  const resource = useResource()
  const session = useSession()
  if (!resource.form?.creates || !can(session, resource.form.permission))
    throw new Response(null, { status: 404 })
  const words = resourceWords(t, resource)
  return (
    <Page title={words.new} back={{ label: words.title, to: paths.resource(resource.name) }}>
      <Card title={words.new}>
        <RowForm resource={resource} page={null} />
      </Card>
    </Page>
  )
}
