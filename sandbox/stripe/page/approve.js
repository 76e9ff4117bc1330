// Where a shopper approves a payment: the bank's authentication in a dialog, or an app's page of its own.
;(function start(window, document) {
  const form = document.querySelector('form')
  const status = document.querySelector('[role=status]')
  const { texts, secret, isDialog } = JSON.parse(document.getElementById('settings').textContent)
  if (!form) return

  const decide = async (action) => {
    const base = window.location.pathname.replace(/\/approve\/.*$/, '')
    const response = await fetch(`${base}/authenticate`, {
      method: 'POST',
      body: JSON.stringify({ clientSecret: secret, isApproved: action !== 'fail' }),
    })
    const { returnUrl } = await response.json()
    const closes = action === 'approveAndClose'
    if (isDialog) {
      window.parent.postMessage({ type: 'decided', closes }, '*')
      return
    }
    if (closes) {
      form.hidden = true
      status.textContent = texts.closed
      window.close()
      return
    }
    window.location.assign(returnUrl)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    form.querySelector('fieldset').disabled = true
    void decide(event.submitter.value)
  })
  form.querySelector('button').focus()
})(window, document)
