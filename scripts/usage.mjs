// The output of `--help` by program. This file is plain JavaScript for Node 18 and later, like bootstrap.mjs.

const USAGE = {
  "local/main.ts": `npm run dev [-- options]
  Starts the whole product on this machine. Ctrl-C stops it.
  --reset     start with empty data
  --no-seed   start without operator, customer and offer
  --port N    the site's port (default 4400); the other ports follow it
  --data X    the folder that keeps its data and logs (default .local)
  --hot       serve Vite's dev server instead of the built site
  --verbose   print how long each step takes`,
  "scripts/test.ts": `npm test
  Runs ring 1: lint, types, imports, build, template, the shop's unit tests, the contracts of the running template, and
  the main stories in a browser.
npm run test:all [-- --added]
  Runs both rings, like --all: ring 1, all other tests, the packages' own tests, documents and permissions in use.
  --added     only what ring 2 adds, after npm test on the same checkout
SEED=N npm test repeats the random draws of another run.`,
  "scripts/check.ts": `npm run check
  Runs the quick checks: lint, types, imports, and the unit tests that need no build.`,
  "scripts/testDeep.ts": `npm run test:deep [-- options] [files]
  Runs the properties with random seeds and more runs. Without files it then opens newly made data of this version,
  tests the packages on Node 20 and 22, starts and ends the commands as a developer does, plays stories of the whole
  shop, and looks for every planted defect.
  --times N   multiplies the usual number of runs (default 15)
  --rounds N  how many rounds, each with a new seed (default 1)
  --seeds N   how many stories (default 10000)
  SEED=N      repeats a round`,
  "test/simulation/main.ts": `npm run simulate [-- options]
  Plays random stories of the whole shop and checks its invariants.
  --seeds N    how many stories (default 100)
  --seed N     repeats one story exactly; with --seeds, the first of several stories
  --jobs N     in how many processes (default 1)
  --steps N    how many steps in a story (default 200)
  --days N     how many days a story lasts; by default, one story in ten lasts a year
  --seconds N  begins no story after this time
  --story S    the steps of one story, name:seed separated by commas
  --examples   the stories that once broke an invariant
  --tax        the shop collects tax
  --whole      does not shorten a story that breaks an invariant
  --verbose    prints every story and what the functions log`,
  "scripts/seed.ts": `npm run seed -- affiliates | large [users]
  Adds data to the running local stack.`,
  "scripts/docs.ts": `npm run docs
  Writes the generated documents.`,
  "scripts/costs.ts": `npm run docs -- costs
  Writes docs/costs.md from the templates and the list prices.`,
  "scripts/restore.ts": `npm run operate -- restore --stage dev|staging|prod --tables Seats,Grants [--to T]
  Restores tables step by step: stops all writers, restores a copy of each table, compares, copies the rows that you
  choose, resumes. Asks before each change. Run it again if it was interrupted. See docs/runbook.md.
  --tables X  names in infra/tables.ts; add Users if people may have deleted their accounts since
  --to T      the instant, such as 2026-11-28T03:00:00Z; without it, uses the tables <table>-restored
  --resume    only opens the stage again`,
  "scripts/drill.ts": `npm run operate -- drill [--port N]
  Rehearses a restore on a local stack: copies, breaks and restores every table, and compares.
  --port N    the first of eight free ports (default 4960)`,
  "scripts/judge.ts": `npm run judge [-- options] [names]
  Runs independent tools on the project; see docs/judges.md.
  --list      lists the judges
  --install   installs the judges
  --plant     gives each judge a deliberate mistake and fails if the judge does not find it`,
  "scripts/licenses.ts": `npm run docs -- licenses
  Lists the licenses of the packages.`,
  "scripts/token.ts": `npm run --silent seed -- token [operator]
  Prints an access token of the running local stack's customer or operator.`,
  "scripts/screens.ts": `npm run docs -- screens [mails | standing]
  Takes a picture of every page, of every mail, or of Overview in each situation, in both themes.
  With the pages, it also redraws the pictures in web/static.`,
  "scripts/recount.ts": `npm run operate -- recount [--stage dev|staging|prod] [--repair | --replay]
  Compares the back office's figures with a recount of the running stack's tables, or of a stage's tables.
  --repair         derives missing and wrong commissions, lists and figures again
  --replay         derives rows again if their keys were set aside after a stream record failed`,
  "scripts/bench.ts": `npm run bench [-- payouts | payouts-in-memory | load | cold | warm | sign-in | scale]
  Measures times and writes them to bench/results.md.
  payouts and payouts-in-memory take sizes; load takes --minutes N, --lanes N and --customers N; cold and sign-in
  take --rounds N, warm --calls N; cold and warm take --only and the beginning of a function's name.`,
  "scripts/deploy.ts": `npm run deploy -- --stage dev|staging|prod [options]
  Checks, builds and deploys a stage; see docs/deploy.md.
  --check          only checks the account, and changes nothing
  --domain D       the site's domain, with --certificate; "none" removes the domain
  --certificate A  the ARN of its certificate in us-east-1
  --tested         skips the tests, for a commit that has passed them`,
  "scripts/destroy.ts": `npm run operate -- destroy --stage dev|staging|prod
  Removes a stage. Asks first; prod asks twice and keeps backups.`,
  "scripts/operator": `npm run operate -- <command> [options]
  Runs an operator's and a founder's commands for a stage or the local stack.`,
  "scripts/operatorCreate.ts": `npm run operate -- operator:create --stage dev|staging|prod
  Creates a stage's operator and ends all their sessions; see docs/deploy.md.
  --email A         the operator's address (default: the stage's current one)
  --reset-factor    removes the authenticator: the next sign-in sets up a new one
  --reset-password  prints a new temporary password`,
  "scripts/operatorRemove.ts": `npm run operate -- operator:remove --stage dev|staging|prod --email A
  Removes an operator and revokes the API keys that they created. Lists the keys and asks first.`,
  "scripts/stripeSetup.ts": `npm run operate -- stripe:setup --stage dev|staging|prod [--roll own|connected]
  Creates or repairs the products, webhooks and portal settings at Stripe.
  --roll W    replaces the signing secret of one webhook`,
  "scripts/secretsSet.ts": `npm run operate -- secrets:set --stage dev|staging|prod
  Asks for the Stripe key and stores it; creates the KMS key that signs leases if there is none.`,
  "scripts/leasesNext.ts": `npm run operate -- leases:next --stage dev|staging|prod
  Creates the next key for leases in KMS. The key signs from the next deployment on; the previous key stays valid.`,
  "scripts/originNext.ts": `npm run operate -- origin:next --stage dev|staging|prod
  Replaces the secret between CloudFront and the API.`,
  "scripts/release.ts": `npm run release -- <command> --stage dev|staging|prod
  Publishes the application: installers, update feeds and the releases on the site; see docs/releases.md.
  publish <folder>  the installers that electron-builder wrote, with --version V and --notes F
  halt <version>    offers the previous release instead
  resume <version>  offers the version again; with --percent, to more computers
  list              every release and its state
  pins              the public key that applications pin, as JSON
  next-key          replaces the key; feeds then carry a chain that applications follow
  --version V   1.2.3, or 1.2.3-beta.1 for testers
  --notes F     a file whose lines that begin with - are the release notes
  --channel C   latest (default), beta or alpha
  --percent N   how many of 100 computers update automatically (default 100)
  --folder D    uses a folder in place of a stage's bucket: D/public is served, D/update-key.json stays private`,
  "scripts/upgradeFixture.ts": `node scripts/upgradeFixture.ts [options]
  Plays a story on this version's stack and stores its data for test/isolated/upgrade.test.ts. Takes minutes.
  --output F  the file (default test/fixtures/upgrade.br)
  --port N    the first of eight free ports (default 5660)`,
  "scripts/verify.ts": `npm run verify -- --stage local|dev|staging [--guided]
npm run verify -- --stripe
npm run verify -- --stage dev|staging --report --email you@example.com
  Tests a running shop, or compares the sandbox with Stripe's test mode; see docs/deploy.md.
  --guided         a person pays on Stripe's page and pastes the mailed code
  --stripe         compares with the test mode of the key in STRIPE_SECRET_KEY
  --report         creates a stage, runs every check, removes the stage, and writes where AWS and Stripe differ
  --email E        the operator of that stage
  --stack F        the file of a local stack (default .local/stack.json)
  --stripe-url U   a sandbox in place of Stripe
  --transcripts F  the folder where --stripe stores the structure of Stripe's answers`,
};

/** Programs that another program's first argument selects: `npm run docs -- costs`. */
export const NAMED = {
  "scripts/docs.ts": {
    costs: "scripts/costs.ts",
    licenses: "scripts/licenses.ts",
    screens: "scripts/screens.ts",
  },
  "scripts/seed.ts": { token: "scripts/token.ts" },
  "scripts/operator": {
    "operator:create": "scripts/operatorCreate.ts",
    "operator:remove": "scripts/operatorRemove.ts",
    "stripe:setup": "scripts/stripeSetup.ts",
    "secrets:set": "scripts/secretsSet.ts",
    "leases:next": "scripts/leasesNext.ts",
    "origin:next": "scripts/originNext.ts",
    destroy: "scripts/destroy.ts",
    recount: "scripts/recount.ts",
    restore: "scripts/restore.ts",
    drill: "scripts/drill.ts",
  },
};

export function usageOf(program) {
  const more = Object.keys(NAMED[program] ?? {});
  const own = USAGE[program] ?? `${program} has no help.`;
  return more.length === 0
    ? own
    : `${own}\nThese words select another command, which has its own --help: ${more.join(", ")}`;
}
