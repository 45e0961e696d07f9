import path from "node:path";
import { operations } from "#stripe-sandbox";
import { accessKeyFor, LOCAL_SECRET_KEY } from "./aws/identity.ts";
import { type Aws, startAws } from "./aws/server.ts";
import type { Backends } from "./backends.ts";
import type { Closers } from "./closers.ts";
import { type Cognito, startCognito, TRIGGER_LIMIT_MS } from "./cognito/server.ts";
import { poolFromTemplate } from "./cognito/template.ts";
import type { StackClock } from "./control/clock.ts";
import type { Deployment } from "./deployment.ts";
import { ensureTables } from "./dynamodb/tables.ts";
import { createFunctions, type Functions } from "./functions/functions.ts";
import { openLogs } from "./functions/logs.ts";
import { operationNames } from "./functions/stripeOperations.ts";
import { startStripeProxy } from "./functions/stripeProxy.ts";
import { createGateway, type Gateway } from "./gateway/gateway.ts";
import { handleSes } from "./mail/ses.ts";
import { COMPILE_CACHE, type Places, type Ports } from "./options.ts";
import type { PoolModel, StackModel } from "./template/model.ts";
import type { Terminal } from "./terminal.ts";

/** What runs the template: functions, the services they call, the user pools, the gateway. */
export type Runtime = {
  functions: Functions;
  aws: Aws;
  cognito: Cognito;
  gateway: Gateway;
  /** Switches to a newly synthesized template. The user pools stay unchanged until the next start. */
  reload: (model: StackModel) => Promise<void>;
};

export async function startRuntime(options: {
  model: StackModel;
  ports: Ports;
  places: Places;
  clock: StackClock;
  deployment: Deployment;
  backends: Backends;
  terminal: Terminal;
  closers: Closers;
  slack: number;
  spareKeysDir: string | undefined;
  /** Whether schedules run as real time passes. */
  inRealTime: boolean;
}): Promise<Runtime> {
  const { model, ports, places, clock, deployment, backends, terminal, closers } = options;
  const { slack, spareKeysDir, inRealTime } = options;
  const { dynamodb, mail } = backends;
  await terminal.timed("tables", ensureTables(dynamodb.client, model.tables));

  const logs = openLogs(places.logs, terminal.functionSays);
  closers.add("The logs", () => logs.close());
  const functions = await createFunctions({
    functions: model.functions,
    region: model.region,
    clock: clock.shared,
    awsPort: ports.aws,
    stripePort: ports.stripeProxy,
    accessKeyOf: accessKeyFor,
    secretAccessKey: LOCAL_SECRET_KEY,
    compileCacheDir: COMPILE_CACHE,
    slack,
    onLog: logs.write,
  });
  closers.add("The functions", () => functions.close());

  const cognito = await startCognito({
    port: ports.cognito,
    dataDir: path.join(places.data, "cognito"),
    spareKeysDir,
    region: model.region,
    pools: model.pools.map(describePool),
    sendMail: mail.deliver,
    signInTime: () => clock.now().getTime(),
    triggerTimeoutMs: TRIGGER_LIMIT_MS * slack,
    invokeTrigger: async (functionArn, event) => {
      const result = await functions.invoke(functionArn, event);
      if (result.ok) return result.payload;
      throw new Error(result.error.errorMessage);
    },
  });
  closers.add("Cognito", () => cognito.close());

  const aws = await startAws({
    model,
    port: ports.aws,
    dynamodb: dynamodb.client,
    dataDir: places.data,
    secrets: deployment.secrets,
    invoke: functions.invoke,
    running: () => functions.invocations.running,
    now: clock.now,
    inRealTime,
    parameters: () => deployment.parameters,
    handlers: { ses: (request) => handleSes(request, mail.deliver), cognito: cognito.handle },
    onCall: functions.addCall,
    kill: functions.kill,
    log: terminal.warn,
  });
  closers.add("The AWS endpoint", () => aws.close());

  const stripeProxy = await startStripeProxy({
    port: ports.stripeProxy,
    sandboxPort: ports.stripe,
    operationOf: operationNames(operations),
    strike: aws.faults.strike,
    kill: functions.kill,
    onCall: functions.addCall,
  });
  closers.add("The way to Stripe", () => stripeProxy.close());

  const gateway = createGateway({ model, invoke: functions.invoke, jwks: cognito.jwks, now: clock.now });
  return {
    functions,
    aws,
    cognito,
    gateway,
    reload: async (next) => {
      if (JSON.stringify(next.pools) !== JSON.stringify(model.pools)) {
        terminal.warn("A user pool has changed; it is taken over at the next start.");
      }
      await ensureTables(dynamodb.client, next.tables);
      functions.reload(next.functions);
      gateway.reload(next);
      await aws.reload(next);
    },
  };
}

function describePool(pool: PoolModel) {
  return poolFromTemplate({
    pool: { logicalId: pool.logicalId, properties: pool.properties },
    client: pool.client,
    firewall: pool.firewall,
    groups: pool.groups.map((name) => ({ logicalId: name, properties: { GroupName: name } })),
  });
}
