/** A real SMTP server on this machine that records what it receives. Only in tests. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  messageId: string
  raw: string
}

export interface TestSmtpServer {
  url: string
  mails: ReceivedMail[]
  /** Connections opened so far. */
  connections(): number
  close(): Promise<void>
}

export interface TestSmtpOptions {
  /** Recipients that are rejected (550). */
  refuse?: (recipient: string) => boolean
  /** Mails that are stored although the response is an error (451), as if the response were lost. */
  loseAnswer?: (mail: ReceivedMail) => boolean
  /** Called after the answer was sent. */
  answered?: () => void
}

export async function startSmtpServer({
  refuse = () => false,
  loseAnswer = () => false,
  answered = () => {},
}: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, callback) {
      connections++
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      if (!refuse(address)) return callback()
      callback(Object.assign(new Error(`No mailbox ${address}`), { responseCode: 550 }))
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString()
        const messageId = /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? ''
        const mail = { to: session.envelope.rcptTo[0]?.address ?? '', messageId, raw }
        mails.push(mail)
        callback(loseAnswer(mail) ? Object.assign(new Error('Try again'), { responseCode: 451 }) : null)
        answered()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
