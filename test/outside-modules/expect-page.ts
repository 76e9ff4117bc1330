/** Expectations of pages in tests that run outside Playwright's own runner, as patient as those in it (playwright.config.ts). */
import { expect } from '@playwright/test'

export const expectPage = expect.configure({ timeout: 20_000 })
