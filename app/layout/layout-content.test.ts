import { describe, expect, it } from 'vitest'
import { widgetSlugs, type WidgetSlug } from '../../domain/content/content.ts'
import { layoutContent } from './layout-content.ts'

const block = (slug: WidgetSlug) => ({ content: `<p>the whole text of ${slug}</p>`, hidden: false })

/** The content when some blocks cannot be read, and how many faults were reported. */
function without(...failing: WidgetSlug[]) {
  let reports = 0
  const content = layoutContent(
    (slug) => {
      if (failing.includes(slug)) throw new Error('no answer')
      return block(slug)
    },
    () => reports++,
  )
  return { content, reports }
}

describe('the content of the layout', () => {
  it('[ENTITY-39] is filled from the six blocks', () => {
    expect(layoutContent(block, () => {})).toEqual({
      message: block('store-message').content,
      cookieAlert: block('cookie-alert').content,
      footer: {
        help: block('footer-help').content,
        about: block('footer-be').content,
        service: block('footer-customer-service').content,
        message: block('store-message-footer').content,
      },
      hasLinkLists: true,
    })
  })

  it('[ENTITY-39] leaves out what is hidden', () => {
    const content = layoutContent(
      (slug) => ({ ...block(slug), hidden: true }),
      () => {},
    )
    expect(content).toEqual({
      message: null,
      cookieAlert: '',
      footer: { help: '', about: '', service: '', message: '' },
      hasLinkLists: true,
    })
  })

  it('[API-25] works without the footer’s message and the consent text, and reports nothing', () => {
    const { content, reports } = without('store-message-footer', 'cookie-alert')
    expect(reports).toBe(0)
    expect(content).toMatchObject({ cookieAlert: '', footer: { message: '' } })
    expect(content.footer.help).not.toBe('')
  })

  it('[API-25] reports each of the other four once, and renders only its place empty', () => {
    expect(without('footer-help')).toMatchObject({
      reports: 1,
      content: { footer: { help: '', about: block('footer-be').content } },
    })
    expect(without(...widgetSlugs).reports).toBe(4)
  })
})
