// The Payment Element of the simulated Stripe inside its frame: payment methods, card fields, test cards.
;(function start(window, document) {
  const form = document.querySelector('form')
  const status = document.querySelector('[role=status]')
  const { texts, key, secret } = JSON.parse(document.getElementById('settings').textContent)
  const base = window.location.pathname.replace(/\/element$/, '')
  const locale = document.documentElement.lang

  const post = (message) => window.parent.postMessage(message, '*')
  const emit = (name, event) => post({ type: 'event', name, event })
  const reportHeight = () => post({ type: 'height', height: document.documentElement.offsetHeight })
  new ResizeObserver(reportHeight).observe(document.body)
  if (!form) {
    emit('loaderror', { error: { type: 'invalid_request_error', message: texts.gone } })
    return
  }

  const fields = form.elements
  const methodOf = () => form.querySelector('[name=method]:checked').value
  const digits = (field) => field.value.replaceAll(/\D/g, '')

  const call = async (path, body) => {
    const response = await fetch(`${base}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return response.json()
  }

  const problemOf = () => {
    if (methodOf() !== 'card') return null
    if (digits(fields.number).length < 16) return 'incomplete_number'
    if (digits(fields.expiry).length < 4) return 'incomplete_expiry'
    if (digits(fields.cvc).length < 3) return 'incomplete_cvc'
    return null
  }

  const showTotal = (total) => {
    document.getElementById('total').textContent = total
    return {}
  }

  const actions = {
    validate() {
      const code = problemOf()
      for (const name of ['number', 'expiry', 'cvc'])
        fields[name].setAttribute('aria-invalid', String(code === `incomplete_${name}`))
      status.textContent = code ? texts[code] : ''
      return code ? { error: { type: 'validation_error', code, message: texts[code] } } : {}
    },

    async confirm({ clientSecret, returnUrl = null, amount }) {
      const invalid = actions.validate()
      if (invalid.error) return invalid
      const method = methodOf()
      const number = method === 'card' ? digits(fields.number) : null
      const answer = await call('confirm', { key, clientSecret, returnUrl, amount, method, number, locale })
      return { ...answer, closes: fields.close.checked }
    },

    async refresh() {
      const query = new URLSearchParams({ secret, key, locale })
      const response = await fetch(`${base}/intent?${query}`)
      const { total } = await response.json()
      return total ? showTotal(total) : {}
    },

    async amount({ amount }) {
      const { total } = await call('total', { amount, currency: form.dataset.currency, locale })
      return showTotal(total)
    },
  }

  const failed = { error: { type: 'api_connection_error', message: texts.processing_error } }

  const answerTo = async ({ id, action, ...details }) => {
    let answer
    try {
      answer = await actions[action](details)
    } catch {
      answer = failed
    }
    post({ type: 'answer', id, answer })
  }

  window.addEventListener('message', ({ data, source }) => {
    if (source === window.parent && data.type === 'ask') void answerTo(data)
  })

  const showMethod = () => {
    const method = methodOf()
    form.querySelector('[data-part=card]').hidden = method !== 'card'
    form.querySelector('[data-part=redirect]').hidden = method === 'card' || method === 'link'
    status.textContent = ''
  }

  const reportChange = () => {
    const value = { type: methodOf() }
    emit('change', { complete: problemOf() === null, empty: fields.number.value === '', value })
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', reportChange)
  form.addEventListener('change', showMethod)
  for (const button of form.querySelectorAll('button[data-number]'))
    button.addEventListener('click', () => {
      fields.number.value = button.dataset.number
      fields.expiry.value = '12 / 34'
      fields.cvc.value = '123'
      reportChange()
    })

  showMethod()
  emit('ready', {})
})(window, document)
