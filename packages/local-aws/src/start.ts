import { randomBytes } from "node:crypto";
import path from "node:path";
import { type SecretStore, secretStore } from "./aws/secrets.ts";
import { createClosers } from "./closers.ts";
import type { Bucket } from "./cloudfront/bucket.ts";
import { openFrontDoor } from "./cloudfront/frontDoor.ts";
import { createClock, type StackClock } from "./control/clock.ts";
import { startControl } from "./control/server.ts";
import { settleAll } from "./control/settle.ts";
import { timeMover } from "./control/timeMover.ts";
import { startDynamodb } from "./dynamodb/process.ts";
import { resetTables } from "./dynamodb/reset.ts";
import { startMail } from "./mail/server.ts";
import type { LocalAwsOptions } from "./options.ts";
import { startRuntime } from "./runtime.ts";
import { LOCAL_REGION } from "./template/assembly.ts";
import type { StackModel } from "./template/model.ts";
import { readModel } from "./template/readModel.ts";

export type LocalAws = {
  urls: {
    site: string;
    /** The site's address with the API's stage; null without an HTTP API. */
    api: string | null;
    control: string;
    aws: string;
    dynamodb: string;
    cognito: string;
    mail: string;
  };
  /** The synthesized app, resolved to local values. */
  readonly model: StackModel;
  clock: StackClock;
  /** Gives these functions new workers at their next call, for new bundles. */
  replace: (functionIds: string[]) => void;
  reload: () => Promise<void>;
  /** Closes everything, the database last. */
  close: () => Promise<void>;
};

const EMPTY: Bucket = { get: async () => undefined };

/** Runs a synthesized CDK app locally. @throws TemplateError for a part that cannot run locally */
export async function startLocalAws(options: LocalAwsOptions): Promise<LocalAws> {
  const { ports, dataDir, outside = [] } = options;
  const log = options.log ?? (() => {});
  const timed = options.timed ?? ((_step, work) => work);
  const clock = options.clock ?? createClock(path.join(dataDir, "clock.json"));
  const secrets = options.secrets ?? secretStore(path.join(dataDir, "secrets.json"), clock.now);
  const closers = createClosers(log);
  try {
    const dynamodb = await timed(
      "dynamodb",
      startDynamodb({
        port: ports.dynamodb,
        dbPath: path.join(dataDir, "dynamodb.sqlite"),
        region: LOCAL_REGION,
        endpoint: options.dynamodbEndpoint,
      }),
    );
    closers.add("DynamoDB", () => dynamodb.close());
    dynamodb.onExit(log);
    const mail = await startMail({
      port: ports.mail,
      dataFile: path.join(dataDir, "mail.json"),
      samples: options.sampleMail,
    });
    closers.add("The mailbox", () => mail.close());

    const siteUrl = `http://localhost:${ports.site}`;
    let streams = options.streams !== false;
    const assembly = await options.assembly;
    const read = (): StackModel => {
      const model = readModel({
        directory: assembly,
        siteUrl,
        awsEndpoint: `http://127.0.0.1:${ports.aws}`,
        parameters: options.parameters ?? {},
        secret: (name) => secretValue(secrets, name),
      });
      return streams ? model : withoutStreams(model);
    };
    let model = read();
    if (options.resetTables) await resetTables(dynamodb, model.tables);
    const runtime = await startRuntime({
      given: options,
      model,
      clock,
      secrets,
      dynamodb,
      mail,
      closers,
      log,
    });
    const { functions, aws, gateway } = runtime;
    const cognitoEndpoint = `http://localhost:${ports.cognito}`;
    const frontDoor = await openFrontDoor({
      model,
      port: ports.site,
      gateway,
      bucket: options.bucket ?? (() => EMPTY),
      addresses: {
        region: model.region,
        cognitoEndpoint,
        formTargets: outside.filter(({ hasPages }) => hasPages).map(({ url }) => url),
      },
      inFront: options.inFront,
      closers,
      log,
    });
    const reload = async () => {
      model = read();
      await runtime.reload(model);
      frontDoor.reload(model);
    };
    const activity = () => functions.invocations.total;
    const control = await startControl({
      port: ports.control,
      clock: {
        now: clock.now,
        offsetMs: () => clock.offsetMs,
        move: timeMover({ clock, followers: outside, schedules: aws.schedules }),
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
          ...outside.map((service) => ({ settle: async () => service.settle?.(), activity })),
          { settle: aws.indexesFollow, activity },
          { settle: async (again) => void (await aws.sources.settle({ askAll: !again })), activity },
        ]),
      viewer: frontDoor.viewer,
      coolDown: functions.coolDown,
      setStreams: async (on) => {
        streams = on;
        await reload();
      },
    });
    closers.add("The control address", () => control.close());
    return {
      urls: {
        site: siteUrl,
        api: model.api === null ? null : `${siteUrl}${stagePath(model.api.stageName)}`,
        control: control.url,
        aws: aws.endpoint,
        dynamodb: dynamodb.endpoint,
        cognito: cognitoEndpoint,
        mail: mail.url,
      },
      get model() {
        return model;
      },
      clock,
      replace: functions.replace,
      reload,
      close: closers.close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

const stagePath = (stageName: string): string => (stageName === "$default" ? "" : `/${stageName}`);

/** Generates a missing value, as Secrets Manager does. */
function secretValue(secrets: SecretStore, name: string): string {
  const kept = secrets.get(name);
  if (kept !== undefined) return kept;
  const value = randomBytes(24).toString("hex");
  secrets.put(name, value);
  return value;
}

/** Streams slow down the embedded database, more with each record. */
function withoutStreams(model: StackModel): StackModel {
  return {
    ...model,
    tables: model.tables.map((table) => ({ ...table, streamView: null })),
    // Queues have no starting position.
    mappings: model.mappings.filter(({ startingPosition }) => startingPosition === null),
  };
}
