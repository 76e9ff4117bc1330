/** Starts the back office once the texts of the chosen language are loaded. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createAdminRouter } from './routes.tsx'
import { loadTexts, preferredLanguage, TextsProvider } from './texts.tsx'
import { ToastRegion } from './shell/toasts.tsx'
import './styles/admin.css'

const router = createAdminRouter()
const language = preferredLanguage()

void loadTexts(language).then((texts) => {
  document.documentElement.lang = language
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      {/* The content security policy allows no inline style element. */}
      <CSPProvider disableStyleElements>
        <TextsProvider initial={{ language, texts }}>
          <ToastRegion>
            <RouterProvider router={router} />
          </ToastRegion>
        </TextsProvider>
      </CSPProvider>
    </StrictMode>,
  )
})
