import { rmSync } from "node:fs";
import path from "node:path";
import { createClock, createClosers, type LocalAws, type PoolModel, startLocalAws } from "#local-aws";
import { startStripe } from "#stripe-sandbox";
import { endPrograms, runProgram } from "./build/program.ts";
import { type Builder, createBuilder } from "./build/steps.ts";
import { type Deployment, prepareDeployment } from "./deployment.ts";
import { ensureDownloads } from "./downloads.ts";
import {
  COMPILE_CACHE,
  DEFAULT_PORT,
  type Places,
  placesIn,
  portsFrom,
  ROOT,
  type StackOptions,
} from "./options.ts";
import { poolsByPeople } from "./pools.ts";
import { assertFree, assertNotRunning } from "./ports.ts";
import { sampleMail } from "./sampleMail.ts";
import { PEOPLE } from "./seed/people.ts";
import { stepsLeft } from "./seed/steps.ts";
import { siteBuckets } from "./site.ts";
import { removeStackFile, type StackFile, writeStackFile } from "./stackFile.ts";
import { stripeOutside } from "./stripe.ts";
import { tableNames } from "./tables.ts";
import { createTerminal, type Terminal } from "./terminal.ts";
import { watchSources } from "./watch.ts";

export type Stack = {
  file: StackFile;
  /** Stops everything and writes pending data. */
  close: () => Promise<void>;
};

/** Starts the whole product on this machine, from the synthesized template. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  // Lambda's time zone. Workers inherit it from this process.
  process.env.TZ = "UTC";
  const places = placesIn(options.dataDir ?? path.join(ROOT, ".local"));
  const ports = portsFrom(options.port ?? DEFAULT_PORT);
  const siteUrl = `http://localhost:${ports.site}`;
  const terminal = createTerminal(options);
  const closers = createClosers(console.error);

  try {
    await assertNotRunning(places.stackFile);
    await assertFree(ports, process.env.DYNAMODB_ENDPOINT ? ["dynamodb"] : []);
    removeStackFile(places.stackFile);
    if (options.reset) empty(places);
    const clock = createClock(places.clock);
    const builder = createBuilder(ROOT, path.join(ROOT, ".local"));
    closers.add("The build", endPrograms);
    const building = build(builder, terminal, options.hot === true);

    const stripe = await terminal.timed(
      "stripe",
      // Charges renewals immediately. If they stayed drafts for an hour, as at Stripe, a clock that is moved to a
      // period's end would stop before the charge.
      startStripe({ port: ports.stripe, dataFile: places.stripe, now: clock.now, draftSeconds: 0 }),
    );
    closers.add("The Stripe sandbox", () => stripe.close());
    const deployment = await prepareDeployment({ places, siteUrl, stripe, now: clock.now });
    const aws = await startLocalAws({
      assembly: building.backend.then(() => builder.assembly),
      dataDir: places.data,
      logsDir: places.logs,
      ports,
      clock,
      parameters: deployment.parameters,
      secrets: deployment.secrets,
      outside: [stripeOutside(stripe, ports.stripeProxy)],
      bucket: siteBuckets({
        downloads: await ensureDownloads(places),
        prices: deployment.prices,
        cognitoEndpoint: `http://localhost:${ports.cognito}`,
      }),
      // Loads Vite only if needed, because it is as large as everything else.
      ...(options.hot ? { inFront: (await import("./hot.ts")).startHot } : {}),
      sampleMail: () => sampleMail(siteUrl),
      dynamodbEndpoint: process.env.DYNAMODB_ENDPOINT || undefined,
      resetTables: options.reset === true,
      streams: options.streams !== false,
      schedules: options.schedules !== false,
      slack: options.slack ?? 1,
      compileCacheDir: COMPILE_CACHE,
      spareKeysDir: options.spareKeysDir,
      log: terminal.warn,
      onFunctionLog: terminal.functionSays,
      timed: terminal.timed,
    });
    closers.add("The emulator", () => aws.close());

    await building.web(options.watch === true);
    const file = stackFileOf(aws, stripe.url, deployment);
    if (options.seed !== false) await terminal.timed("seed", seed(file, places));
    if (options.watch) {
      const watcher = watchSources({
        root: ROOT,
        builder,
        terminal,
        hot: options.hot === true,
        onFunctions: aws.replace,
        onTemplate: aws.reload,
      });
      closers.add("The watcher", () => watcher.close());
    }
    writeStackFile(places.stackFile, file);
    closers.add("The stack file", () => removeStackFile(places.stackFile));
    return { file, close: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function stackFileOf({ urls, model }: LocalAws, stripeUrl: string, deployment: Deployment): StackFile {
  const pools = poolsByPeople(model.pools);
  const addressOf = (pool: PoolModel) => ({
    endpoint: urls.cognito,
    userPoolId: pool.id,
    clientId: pool.client.id,
  });
  if (urls.api === null) throw new Error("The template has no API");
  return {
    siteUrl: urls.site,
    apiUrl: urls.api,
    controlUrl: urls.control,
    awsUrl: urls.aws,
    mailUrl: urls.mail,
    stripe: { apiUrl: stripeUrl, dashboardUrl: `${stripeUrl}/dashboard`, ...deployment.stripeSecret() },
    cognito: addressOf(pools.customers),
    operatorPool: addressOf(pools.operators),
    dynamodb: { endpoint: urls.dynamodb, region: model.region, tables: tableNames(model) },
    operator: PEOPLE.operator,
    customer: PEOPLE.customer,
  };
}

/** Builds the site while the template is synthesized. */
function build(builder: Builder, terminal: Terminal, hot: boolean) {
  // Bundling uses every core, and the template waits for the bundles, so the site's build comes afterwards.
  const bundled = terminal.timed("bundle", builder.bundle());
  const web = bundled.then(() => (hot ? false : terminal.timed("web", builder.web())));
  const backend = bundled.then(() => terminal.timed("synth", builder.synth()));
  // Both are awaited later. Until then, a failure must not be an unhandled rejection.
  for (const part of [web, backend]) part.catch(() => {});
  return { backend, web: (tolerant: boolean) => terminal.webBuilt(web, tolerant) };
}

function empty(places: Places): void {
  for (const place of [places.data, places.logs]) rmSync(place, { recursive: true, force: true });
}

/** Runs the seed as a separate program, so that its memory is freed and it uses only what the stack publishes. */
async function seed(file: StackFile, places: Places): Promise<void> {
  if (stepsLeft(places.seed).length === 0) return;
  const addresses = path.join(places.data, "addresses.json");
  writeStackFile(addresses, file);
  await runProgram("local/seed/main.ts", { cwd: ROOT, arguments: [addresses, places.seed] });
}
