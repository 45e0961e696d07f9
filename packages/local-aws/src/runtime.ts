import path from "node:path";
import { accessKeyFor, LOCAL_SECRET_KEY } from "./aws/identity.ts";
import type { SecretStore } from "./aws/secrets.ts";
import { type Aws, startAws } from "./aws/server.ts";
import type { Closers } from "./closers.ts";
import { type Cognito, startCognito, TRIGGER_LIMIT_MS } from "./cognito/server.ts";
import { poolFromTemplate } from "./cognito/template.ts";
import type { StackClock } from "./control/clock.ts";
import type { DynamodbProcess } from "./dynamodb/process.ts";
import { ensureTables } from "./dynamodb/tables.ts";
import { createFunctions, type Functions } from "./functions/functions.ts";
import { openLogs } from "./functions/logs.ts";
import { createGateway, type Gateway } from "./gateway/gateway.ts";
import type { Mail } from "./mail/server.ts";
import { handleSes } from "./mail/ses.ts";
import type { LocalAwsOptions } from "./options.ts";
import { startOutsideProxy } from "./outside/proxy.ts";
import type { PoolModel, StackModel } from "./template/model.ts";

export type Runtime = {
  functions: Functions;
  aws: Aws;
  cognito: Cognito;
  gateway: Gateway;
  /** Switches to a newly synthesized template. The user pools stay unchanged until the next start. */
  reload: (model: StackModel) => Promise<void>;
};

export async function startRuntime(options: {
  given: LocalAwsOptions;
  model: StackModel;
  clock: StackClock;
  secrets: SecretStore;
  dynamodb: DynamodbProcess;
  mail: Mail;
  closers: Closers;
  log: (line: string) => void;
}): Promise<Runtime> {
  const { given, model, clock, dynamodb, mail, closers, log } = options;
  const { ports, dataDir, slack = 1, outside = [] } = given;
  const timed = given.timed ?? ((_step, work) => work);
  await timed("tables", ensureTables(dynamodb.client, model.tables));

  const logs = openLogs(given.logsDir ?? path.join(dataDir, "logs"), given.onFunctionLog ?? (() => {}));
  closers.add("The logs", () => logs.close());
  const strikes = (service: string, operation: string, functionId: string | null): boolean =>
    aws.faults.strike({ service, operation, functionId }) !== null;
  const proxies: { hosts: readonly string[]; port: number }[] = [];
  const functions = await createFunctions({
    functions: model.functions,
    region: model.region,
    clock: clock.shared,
    awsPort: ports.aws,
    outside: proxies,
    siteUrl: `http://localhost:${ports.site}`,
    accessKeyOf: accessKeyFor,
    secretAccessKey: LOCAL_SECRET_KEY,
    ...(given.compileCacheDir === undefined ? {} : { compileCacheDir: given.compileCacheDir }),
    slack,
    onLog: logs.write,
    isRefused: (functionId) => strikes("concurrency", "Invoke", functionId),
  });
  closers.add("The functions", () => functions.close());

  const cognito = await startCognito({
    port: ports.cognito,
    dataDir: path.join(dataDir, "cognito"),
    spareKeysDir: given.spareKeysDir,
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

  const gateway = createGateway({
    model,
    invoke: functions.invoke,
    jwks: cognito.jwks,
    now: clock.now,
    isThrottled: (routeKey) => strikes("gateway", routeKey, null),
  });
  const aws = await startAws({
    model,
    onSwitch: gateway.reload,
    port: ports.aws,
    dynamodb: dynamodb.client,
    dataDir,
    secrets: options.secrets,
    invoke: functions.invoke,
    running: () => functions.invocations.running,
    now: clock.now,
    inRealTime: given.schedules !== false,
    parameters: () => given.parameters ?? {},
    handlers: { ses: (request) => handleSes(request, mail.deliver), cognito: cognito.handle },
    outside: outside.map(({ name }) => name),
    onCall: functions.addCall,
    kill: functions.kill,
    log,
  });
  closers.add("The AWS endpoint", () => aws.close());

  for (const service of outside) {
    const proxy = await startOutsideProxy({
      service,
      strike: aws.faults.strike,
      kill: functions.kill,
      onCall: functions.addCall,
    });
    closers.add(`The proxy for ${service.name}`, () => proxy.close());
    // Workers read the list at their start, after every service is up.
    proxies.push({ hosts: service.hosts, port: proxy.port });
  }

  return {
    functions,
    aws,
    cognito,
    gateway,
    reload: async (next) => {
      if (JSON.stringify(next.pools) !== JSON.stringify(model.pools))
        log("A user pool has changed. The change takes effect at the next start.");
      await ensureTables(dynamodb.client, next.tables);
      functions.reload(next.functions);
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
