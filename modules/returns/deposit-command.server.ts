/** `anode deposit …`: deposits of starter batteries, refunded on proof (BattDG § 19). */
import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { toMajor } from '../../domain/money/money.ts'
import { readCustomerPicture } from './customer-picture-repository.server.ts'
import { findDepositProof, openDepositProofs } from './deposit-proof-repository.server.ts'
import { approveDepositProof, rejectDepositProof, type DecidedProof } from './refund-deposit.server.ts'
import { readLimit, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { refusalMessages } from '../../sdk/refund-refusals.ts'
import type { CommandShop } from '../../sdk/module.ts'
import { readReason } from './return-command.server.ts'

const words: Record<Extract<DecidedProof, { ok: false }>['code'], string> = {
  ...refusalMessages,
  unknown_proof: 'There is no such proof.',
  already_decided: 'The proof is decided already.',
}

export function depositCommand(shop: CommandShop): Command {
  return new Command('deposit')
    .description('list proofs of returned old batteries and decide them')
    .addCommand(listCommand(shop))
    .addCommand(pictureCommand(shop))
    .addCommand(approveCommand(shop))
    .addCommand(rejectCommand(shop))
    .addHelpText(
      'after',
      '\nExamples:\n  anode deposit list\n  anode deposit picture 3 --out proof.jpg\n  anode deposit approve 3\n  anode deposit reject 3 --reason "Kein Datum auf dem Nachweis."',
    )
}

const listCommand = ({ withShop }: CommandShop) =>
  new Command('list')
    .description('print the proofs that wait for a decision, oldest first')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async ({ limit, json }: { limit: number; json?: boolean }) => {
      const proofs = await withShop(({ db }) => openDepositProofs(db, limit))
      printTable(
        proofs.map(({ id, orderNumber, quantity, proofOn, submittedAt }) => ({
          proof: id,
          order: orderNumber,
          batteries: quantity,
          'proof of': proofOn,
          submitted: submittedAt.toISOString(),
        })),
        { json, empty: 'No proof waits.' },
      )
    })

const pictureCommand = ({ withShop }: CommandShop) =>
  numbered('picture', 'write the picture of a proof to a file')
    .requiredOption('--out <file>', 'the JPEG file')
    .action(async (id: number, { out }: { out: string }) => {
      const jpeg = await withShop(async ({ db }) => {
        const proof = await findDepositProof(db, id)
        if (!proof) throw new Refusal(words.unknown_proof)
        return proof.pictureId === null ? null : readCustomerPicture(db, proof.orderId, proof.pictureId)
      })
      if (!jpeg) throw new Refusal('The picture is deleted.')
      await writeFile(out, jpeg)
      printFacts({ proof: id, file: out })
    })

const approveCommand = ({ withOrders }: CommandShop) =>
  numbered('approve', 'refund the deposits of a proof').action(async (id: number) =>
    print(await withOrders((services, actor) => approveDepositProof(services, actor, id)), 'approved'),
  )

const rejectCommand = ({ withOrders }: CommandShop) =>
  numbered('reject', 'reject a proof; the buyer sees the reason')
    .requiredOption('--reason <text>', 'why, in the language of the store', readReason)
    .action(async (id: number, { reason }: { reason: string }) =>
      print(
        await withOrders((services, actor) => rejectDepositProof(services, actor, id, reason)),
        'rejected',
      ),
    )

function numbered(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'number in the column "proof" of the list', readLongId)
}

function print(answer: DecidedProof, status: string): void {
  if (!answer.ok) throw new Refusal(words[answer.code])
  const { proof, refund } = answer
  printFacts({
    proof: proof.id,
    order: proof.orderNumber,
    status,
    ...(refund && { amount: toMajor(refund.amountMinor) }),
  })
}
