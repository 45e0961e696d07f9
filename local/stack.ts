import { rmSync } from "node:fs";
import path from "node:path";
import { startBackends } from "./backends.ts";
import { endPrograms, runProgram } from "./build/program.ts";
import { type Builder, createBuilder } from "./build/steps.ts";
import { createClosers } from "./closers.ts";
import { createClock } from "./control/clock.ts";
import { startControl } from "./control/server.ts";
import { settleAll } from "./control/settle.ts";
import { timeMover } from "./control/timeMover.ts";
import { prepareDeployment } from "./deployment.ts";
import { resetTables } from "./dynamodb/reset.ts";
import { openFrontDoor } from "./frontDoor.ts";
import { DEFAULT_PORT, type Places, placesIn, portsFrom, ROOT, type StackOptions } from "./options.ts";
import { assertFree, assertNotRunning } from "./ports.ts";
import { startRuntime } from "./runtime.ts";
import { PEOPLE } from "./seed/people.ts";
import { stepsLeft } from "./seed/steps.ts";
import { removeStackFile, type StackFile, writeStackFile } from "./stackFile.ts";
import type { PoolModel, StackModel } from "./template/model.ts";
import { poolsByPeople } from "./template/pool.ts";
import { createTerminal, type Terminal } from "./terminal.ts";
import { watchSources } from "./watch.ts";

export type Stack = {
  file: StackFile;
  /** Ends everything that was started, and writes what is not written yet. */
  close: () => Promise<void>;
};

/** The embedded database takes longer for each write, the more records its streams hold. */
function withoutStreams(model: StackModel): StackModel {
  return {
    ...model,
    tables: model.tables.map((table) => ({ ...table, streamView: null })),
    // A queue has no position to start from.
    mappings: model.mappings.filter(({ startingPosition }) => startingPosition === null),
  };
}

/** Starts the whole product on this machine: what the template says, and all that it stands on. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  // Lambda's time zone: a worker has that of its process.
  process.env.TZ = "UTC";
  const places = placesIn(options.dataDir ?? path.join(ROOT, ".local"));
  const ports = portsFrom(options.port ?? DEFAULT_PORT);
  const siteUrl = `http://localhost:${ports.site}`;
  const terminal = createTerminal(options);
  const closers = createClosers();

  try {
    await assertNotRunning(places.stackFile);
    await assertFree(ports, process.env.DYNAMODB_ENDPOINT ? ["dynamodb"] : []);
    removeStackFile(places.stackFile);
    if (options.reset) empty(places);
    const clock = createClock(places.clock);
    const builder = createBuilder(ROOT, path.join(ROOT, ".local"));
    closers.add("The build", endPrograms);
    const building = build(builder, terminal, options.hot === true);

    const backends = await startBackends({ ports, places, clock, terminal, closers });
    await building.backend;
    const { stripe } = backends;
    const deployment = await prepareDeployment({
      places,
      siteUrl,
      awsEndpoint: `http://127.0.0.1:${ports.aws}`,
      stripe,
      now: clock.now,
    });
    let streams = options.streams !== false;
    const readModel = (): StackModel => {
      const read = deployment.readModel(builder.assembly);
      return streams ? read : withoutStreams(read);
    };
    let model = readModel();
    if (options.reset) await resetTables(backends.dynamodb, model.tables);
    const shared = { model, places, terminal, closers };
    const slack = options.slack ?? 1;
    const { spareKeysDir } = options;
    const runtime = await startRuntime({
      ...shared,
      ports,
      clock,
      deployment,
      backends,
      slack,
      spareKeysDir,
      inRealTime: options.schedules !== false,
    });
    const { functions, aws, gateway } = runtime;
    const cognitoEndpoint = `http://localhost:${ports.cognito}`;
    const frontDoor = await openFrontDoor({
      ...shared,
      port: ports.site,
      gateway,
      prices: deployment.prices,
      addresses: { region: model.region, cognitoEndpoint, stripeUrl: stripe.url },
      hot: options.hot === true,
    });

    const reload = async () => {
      model = readModel();
      await runtime.reload(model);
      frontDoor.reload(model);
    };
    const activity = () => functions.invocations.total;
    const control = await startControl({
      port: ports.control,
      clock: {
        now: clock.now,
        offsetMs: () => clock.offsetMs,
        move: timeMover({ clock, stripe, schedules: aws.schedules }),
      },
      faults: aws.faults,
      invocations: functions.invocations.list,
      usage: aws.usage.read,
      runSchedule: async (functionId) => {
        const target = model.functions.find((fn) => fn.id === functionId)?.arn;
        if (!model.schedules.some((schedule) => schedule.targetArn === target)) return undefined;
        return aws.schedules.runNow(functionId);
      },
      settle: () =>
        settleAll([
          { settle: stripe.settle, activity },
          { settle: async (again) => void (await aws.sources.settle({ askAll: !again })), activity },
        ]),
      viewer: frontDoor.viewer,
      setStreams: async (on) => {
        streams = on;
        await reload();
      },
    });
    closers.add("The control address", () => control.close());

    await building.web(options.watch === true);
    const pools = poolsByPeople(model.pools);
    const addressOf = (pool: PoolModel) => ({
      endpoint: cognitoEndpoint,
      userPoolId: pool.id,
      clientId: pool.client.id,
    });
    const file: StackFile = {
      siteUrl,
      apiUrl: `${siteUrl}/${model.api.stageName}`,
      controlUrl: control.url,
      mailUrl: `http://localhost:${ports.mail}`,
      stripe: { apiUrl: stripe.url, dashboardUrl: `${stripe.url}/dashboard`, ...deployment.stripeSecret() },
      cognito: addressOf(pools.customers),
      operatorPool: addressOf(pools.operators),
      dynamodb: {
        endpoint: backends.dynamodb.endpoint,
        region: model.region,
        tables: Object.fromEntries(model.tables.map((table) => [table.shortName, table.name])),
      },
      operator: PEOPLE.operator,
      customer: PEOPLE.customer,
    };
    if (options.seed !== false) await terminal.timed("seed", seed(file, places));
    if (options.watch) {
      const watcher = watchSources({
        root: ROOT,
        builder,
        terminal,
        hot: options.hot === true,
        onFunctions: functions.replace,
        onTemplate: reload,
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

/** The site is built beside everything else, and waited for only at the end. */
function build(builder: Builder, terminal: Terminal, hot: boolean) {
  // Bundling uses every core and the template waits for it, so the site is built afterwards.
  const bundled = terminal.timed("bundle", builder.bundle());
  const web = bundled.then(() => (hot ? false : terminal.timed("web", builder.web())));
  const backend = bundled.then(() => terminal.timed("synth", builder.synth()));
  // Both are awaited later; until then a failure must not count as an unhandled rejection.
  for (const part of [web, backend]) part.catch(() => {});
  return { backend, web: (tolerant: boolean) => terminal.webBuilt(web, tolerant) };
}

function empty(places: Places): void {
  for (const place of [places.data, places.logs]) rmSync(place, { recursive: true, force: true });
}

/** A separate program: its memory is freed afterwards, and it knows only what the stack publishes. */
async function seed(file: StackFile, places: Places): Promise<void> {
  if (stepsLeft(places.seed).length === 0) return;
  const addresses = path.join(places.data, "addresses.json");
  writeStackFile(addresses, file);
  await runProgram("local/seed/main.ts", { cwd: ROOT, arguments: [addresses, places.seed] });
}
