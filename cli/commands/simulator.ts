import { once } from 'node:events'
import { Command } from 'commander'
import { startSimulator } from '../../sandbox/simulator/simulator.ts'
import { readConfig } from '../../server/config.ts'
import { projectRoot } from '../../server/project-root.ts'
import { simulatedProviders } from '../../sandbox/simulated-providers.ts'
import { Refusal } from '../../sdk/refusal.ts'

/** `anode simulator`: runs the payment providers' simulator without a shop. */
export function simulatorCommand(): Command {
  return new Command('simulator')
    .description('run the simulated payment providers until Ctrl-C (docs/payments.md)')
    .addHelpText(
      'after',
      '\nA shop that is started with the same SIMULATOR_PORT uses it, and it keeps its payments when the shop restarts.\n\nExamples:\n  SIMULATOR_PORT=3001 anode simulator',
    )
    .action(async () => {
      const { providers, simulatorPort } = readConfig({ PROVIDERS: 'simulator', ...process.env })
      if (providers === 'live') throw new Refusal('PROVIDERS=live uses no simulator.')
      const simulator = await startSimulator({
        port: simulatorPort,
        providers: simulatedProviders,
        root: projectRoot,
        onFault: (error) => process.stderr.write(`${String(error)}\n`),
      })
      if (!simulator) throw new Refusal(`SIMULATOR_PORT ${simulatorPort} is in use.`)
      const names = simulatedProviders.map(({ name }) => `${simulator.url}/${name}`)
      process.stderr.write(`Simulated providers: ${names.join(', ')}. Ctrl-C stops.\n`)
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
      await simulator.stop()
    })
}
