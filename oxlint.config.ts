/**
 * What the linter holds the house to. Rules that are off, or off in a folder, carry their reason. Boundaries
 * follow docs/architecture.md: app and api know the domain, the domain knows nobody, server and cli wire.
 */
import { defineConfig, type OxlintOverride } from 'oxlint'

interface Boundary {
  regex: string
  message: string
  /** Types are gone before anything runs. */
  allowTypeImports?: boolean
}

/** Names that say nothing, and modules that only pass on others. */
const names: Boundary[] = [
  {
    regex: String.raw`^\..*/(?:utils|helpers|common|misc)(?:/|\.|$)`,
    message: 'Name the file after what it does.',
  },
  { regex: String.raw`^\..*/index\.tsx?$`, message: 'Import the module itself; there are no barrels.' },
]

/** The folders at the root that a folder may not import. */
function not(folders: string[], message: string): Boundary {
  return { regex: String.raw`^(?:\.\./)+(?:${folders.join('|')})/`, message }
}

const domain = not(
  [
    'admin',
    'api',
    'app',
    'catalogue-import',
    'shop-import',
    'cli',
    'demo',
    'providers',
    'read-model',
    'sandbox',
    'server',
    'ui',
  ],
  'The domain imports itself, locales and types of the contract only.',
)
const ofModules = not(
  ['catalogue-import', 'cli', 'demo', 'read-model', 'sandbox', 'server', 'shop-import'],
  'Modules and their tools import rooms of the kernel; server and CLI build them.',
)
/** Browsers load no schemas: zod is larger than a page's own code. */
const contractTypes: Boundary = {
  regex: String.raw`^(?:\.\./)+contract/`,
  message: 'Import types only; schemas stay on the server.',
  allowTypeImports: true,
}
const pure: Boundary[] = [
  { regex: String.raw`\.server(?:\.|$)`, message: 'A pure file imports pure files only.' },
  {
    regex: '^(?:node:|zod$|zod/|kysely$|pg$|fastify$|@fastify/|pg-boss$)',
    message: 'Pure files run in the browser; put this into a .server.ts file.',
    allowTypeImports: true,
  },
]

/** An override of later position replaces an earlier one's boundaries, so each names them all. */
function boundaries(files: string[], patterns: Boundary[], excludeFiles: string[] = []): OxlintOverride {
  return {
    files,
    excludeFiles,
    rules: { 'eslint/no-restricted-imports': ['error', { patterns: [...names, ...patterns] }] },
  }
}

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.e2e.ts', '**/*.test-support.ts']

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'react',
    'jsx-a11y',
    'vitest',
    'node',
    'promise',
  ],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['/build', '.react-router', '**/*.generated.ts'],
  rules: {
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    // By code points is exactly how names, words and slugs are cut.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/no-unnecessary-type-arguments': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    // A loader throws a Response to answer with its status.
    'typescript/only-throw-error': [
      'error',
      {
        allow: [
          { from: 'lib', name: 'Response' },
          // Thrown for each bad value of a feed and caught in the same file: a stack would only cost time.
          { from: 'file', name: 'BadValue' },
        ],
      },
    ],
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Nothing here has a `this` to lose: objects of functions are taken apart on purpose.
    'typescript/unbound-method': 'off',
    // Figures, flags and absent parts are printed as they are; objects are not.
    'typescript/restrict-template-expressions': [
      'error',
      { allowNumber: true, allowBoolean: true, allowNullish: true },
    ],
    'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
    'eslint/no-console': 'error',
    'eslint/no-eval': 'error',
    'eslint/no-restricted-imports': ['error', { patterns: names }],
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'import/no-cycle': ['error', { ignoreTypes: true }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'react/exhaustive-deps': 'error',
    // What opens on a page closes when another page comes: that is an effect of the navigation.
    'react/set-state-in-effect': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    // Live regions and button groups are said by role on the element that fits the page.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A list or a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
    'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['ul'], roles: ['tabpanel', 'region'] }],
    // Form fields that a shopper asked for by a tap take the focus.
    'jsx-a11y/no-autofocus': 'off',
    // A dialog closes by a click on its backdrop, and by Escape of itself.
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    // The second parameter of expect says which case failed.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // Tests look at unions by their case, and some assert inside the helper they call.
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-standalone-expect': 'off',
  },
  overrides: [
    boundaries(
      ['app/**'],
      [
        not(
          [
            'admin',
            'api',
            'catalogue-import',
            'shop-import',
            'cli',
            'db',
            'demo',
            'providers',
            'read-model',
            'sandbox',
            'server',
          ],
          'Pages import contract, domain, ui and locales only.',
        ),
        contractTypes,
      ],
    ),
    boundaries(
      ['admin/**'],
      [
        not(
          [
            'api',
            'app',
            'catalogue-import',
            'shop-import',
            'cli',
            'db',
            'demo',
            'domain',
            'providers',
            'read-model',
            'sandbox',
            'server',
          ],
          'The back office has no rules of its own: it imports types of the contract, ui and locales only.',
        ),
        contractTypes,
      ],
    ),
    boundaries(
      ['ui/**'],
      [
        not(
          [
            'admin',
            'api',
            'app',
            'catalogue-import',
            'shop-import',
            'cli',
            'db',
            'demo',
            'providers',
            'read-model',
            'sandbox',
            'server',
          ],
          'Widgets are shared by storefront and back office: they import pure domain files only.',
        ),
        contractTypes,
      ],
    ),
    boundaries(
      ['api/**'],
      [
        not(
          ['admin', 'app', 'catalogue-import', 'cli', 'demo', 'sandbox', 'server', 'shop-import', 'ui'],
          'The API imports contract, domain, read-model and locales.',
        ),
      ],
    ),
    boundaries(
      ['contract/**'],
      [
        {
          regex: String.raw`^(?:\.\./(?:[^m]|m[^o])|node:|[^.z])`,
          message: 'The contract is made of zod, of itself and of the names of modules.',
        },
      ],
    ),
    boundaries(
      ['contract/admin/**'],
      [
        {
          regex: String.raw`^(?:\.\./\.\./(?:[^m]|m[^o])|node:|[^.z])`,
          message: 'The contract is made of zod, of itself and of the names of modules.',
        },
      ],
    ),
    boundaries(
      ['read-model/**'],
      [
        not(
          [
            'admin',
            'api',
            'app',
            'catalogue-import',
            'cli',
            'demo',
            'providers',
            'sandbox',
            'server',
            'shop-import',
            'ui',
          ],
          'The read model imports domain and contract.',
        ),
      ],
    ),
    boundaries(
      ['catalogue-import/**'],
      [
        not(
          [
            'admin',
            'api',
            'app',
            'cli',
            'demo',
            'providers',
            'read-model',
            'sandbox',
            'server',
            'shop-import',
            'ui',
          ],
          'The import imports the domain only.',
        ),
      ],
    ),
    boundaries(
      ['shop-import/**'],
      [
        not(
          ['admin', 'api', 'app', 'cli', 'demo', 'providers', 'read-model', 'sandbox', 'server', 'ui'],
          'The import of other shops imports the domain and the import of the catalogue.',
        ),
      ],
    ),
    boundaries(
      ['demo/**'],
      [
        not(
          ['admin', 'api', 'app', 'cli', 'providers', 'read-model', 'sandbox', 'server', 'ui'],
          'The demo imports the domain and the import.',
        ),
      ],
    ),
    boundaries(
      ['providers/**'],
      [
        not(
          [
            'admin',
            'api',
            'app',
            'catalogue-import',
            'cli',
            'demo',
            'read-model',
            'sandbox',
            'server',
            'shop-import',
            'ui',
          ],
          'Providers import domain and locales only.',
        ),
      ],
    ),
    boundaries(
      ['sandbox/**'],
      [
        not(
          [
            'admin',
            'api',
            'app',
            'catalogue-import',
            'shop-import',
            'cli',
            'demo',
            'modules',
            'read-model',
            'sandbox',
            'server',
            'ui',
          ],
          'Simulators of other companies share no code with the shop but its stores.',
        ),
      ],
    ),
    // Kernel rooms fold the lists of modules; what a module has is its own.
    boundaries(['modules/*/{staff,storefront}/**'], [ofModules, contractTypes], ['**/*.server.ts']),
    boundaries(
      ['modules/*/*.server.ts', 'modules/*/contract.ts', 'modules/*/staff-contract.ts'],
      [ofModules],
    ),
    boundaries(
      ['modules/*.ts', 'modules/*/*.ts'],
      [ofModules, contractTypes, ...pure],
      [
        '**/*.server.ts',
        'modules/*/contract.ts',
        'modules/*/staff-contract.ts',
        'modules/*/texts.ts',
        ...tests,
      ],
    ),
    boundaries(['sdk/**'], [ofModules]),
    boundaries(
      ['server/**'],
      [not(['admin', 'cli', 'demo'], 'The program in cli/ passes the demo to the server.')],
    ),
    boundaries(['domain/**'], [domain, contractTypes, ...pure], ['**/*.server.ts']),
    boundaries(['domain/**/*.server.ts'], [domain, contractTypes]),
    // Tests wire what they test, as server and cli do.
    boundaries(tests, []),
    // They talk to a person at a terminal.
    { files: ['cli/**', 'bench/**', 'test/**'], rules: { 'eslint/no-console': 'off' } },
    // React's rules are about components; elsewhere a function may be called use… as it likes.
    {
      files: [
        'api/**',
        'catalogue-import/**',
        'cli/**',
        'db/**',
        'demo/**',
        'domain/**',
        'modules/*/*.ts',
        'read-model/**',
        'sdk/**',
        'server/**',
        'shop-import/**',
      ],
      rules: { 'react/rules-of-hooks': 'off' },
    },
  ],
})
