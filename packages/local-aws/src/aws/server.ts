import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Dynamodb } from "../dynamodb/client.ts";
import { listen } from "../listen.ts";
import type { StackModel } from "../template/model.ts";
import { type AsynchronousCalls, asynchronousCalls, checkDeadLetters } from "./asynchronous.ts";
import { authorizer } from "./authorize.ts";
import { unknownOperation } from "./body.ts";
import { cognitoService } from "./cognito.ts";
import { type LateIndexes, lateIndexes } from "./dynamodb/lateIndexes.ts";
import { proxyDynamodb } from "./dynamodb/proxy.ts";
import { AwsError, errorAnswer } from "./errors.ts";
import { type Faults, faultEngine, faultError } from "./faults.ts";
import { keyService } from "./kms.ts";
import { lambdaService } from "./lambda.ts";
import { reportFeedback } from "./mailFeedback.ts";
import { parameterStore } from "./parameters.ts";
import { openQueues, type Queues } from "./queues/engine.ts";
import { queueService } from "./queues/service.ts";
import { callersOf, readCall } from "./request.ts";
import { type Schedules, startSchedules } from "./schedules/schedules.ts";
import { type SecretStore, secretsManager } from "./secrets.ts";
import { mailService } from "./ses.ts";
import type { Duplicates } from "./sources/duplicates.ts";
import { type Sources, startSources } from "./sources/sources.ts";
import { createSwitches, type Switches } from "./switches.ts";
import type { Answer, AwsCall, Invoke, Service, ServiceCall } from "./types.ts";
import { type UsageRecorder, usageRecorder } from "./usage.ts";
import { type WebHandler, webService } from "./web.ts";

export type AwsOptions = {
  model: StackModel;
  port: number;
  dynamodb: Dynamodb;
  dataDir: string;
  /** Created earlier (`secretStore`), because the template's dynamic references need the values. */
  secrets: SecretStore;
  invoke: Invoke;
  /** Running invocations; `settle` waits for them. */
  running: () => number;
  now: () => Date;
  parameters: () => Readonly<Record<string, string>>;
  handlers: { ses: WebHandler; cognito: WebHandler };
  /** Called after a switch and after a reload, with the model that `Switches.apply` returns. */
  onSwitch?: (model: StackModel) => void;
  /** Called after a call was answered or lost. */
  onCall?: (call: ServiceCall) => void;
  /** Ends the worker of an invocation (`kill-before`, `kill-after`). */
  kill?: (functionId: string, requestId: string | null) => void;
  slowMs?: number;
  outside?: readonly string[];
  inRealTime?: boolean;
  duplicates?: Duplicates;
  /** The pause before the n-th retry of a failed delivery. */
  pauseMs?: (attempt: number) => number;
  log?: (line: string) => void;
};

export type Aws = {
  endpoint: string;
  faults: Faults;
  /** Used permissions, written to usage.json in the data directory at the end. */
  usage: UsageRecorder;
  queues: Queues;
  sources: Sources;
  schedules: Schedules;
  /** Resolves when every index shows every write: immediately, unless indexes may be late. */
  indexesFollow(): Promise<void>;
  reload(model: StackModel): Promise<void>;
  close(): Promise<void>;
};

const SLOW_MS = 3_000;

/** One address for all services of AWS. It checks permissions as AWS does. */
export async function startAws(options: AwsOptions): Promise<Aws> {
  let given = options.model;
  let model = given;
  let callers = callersOf(model);
  const usage = usageRecorder();
  const faults = faultEngine(options.outside);
  const log = options.log ?? (() => {});
  const shared = { ...options, log, usage, model: () => model };
  const queues = openQueues({ ...shared, queues: () => model.queues });
  checkDeadLetters(model, queues, usage);
  const asynchronous = asynchronousCalls({ ...shared, queues });
  const schedules = startSchedules({ ...shared, queues, asynchronous });
  const applySwitches = async () => {
    model = switches.apply(given);
    options.onSwitch?.(model);
    await sources.reload();
  };
  const switches = createSwitches(
    () => given,
    authorizer(() => given, usage),
    applySwitches,
  );
  const late = lateIndexes(() => model, options.dynamodb);
  const services = servicesOf({
    ...shared,
    late: () => (faults.list().some(({ mode }) => mode === "late") ? late : undefined),
    switches,
    queues,
    schedules,
    asynchronous,
    wake: (tables) => sources.wake(tables),
  });

  const running = () => options.running() + schedules.running() + asynchronous.running();
  const sources = await startSources({ ...shared, queues, running });

  const answerCall = async (call: AwsCall): Promise<Answer> => {
    const service = services.get(call.service);
    if (!service) throw unknownOperation(call);
    return service(call);
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const started = performance.now();
    const call = await readCall(incoming, (key) => callers(key));
    const fn = call.caller.kind === "function" ? call.caller.fn : null;
    const done = (result: string) =>
      options.onCall?.({
        functionId: fn?.id ?? null,
        requestId: call.requestId,
        service: call.service,
        operation: call.operation,
        ...call.trace,
        result,
        durationMs: performance.now() - started,
      });
    const vanish = (mode: string) => {
      done(mode);
      if (mode.startsWith("kill") && fn) options.kill?.(fn.id, call.requestId);
      outgoing.destroy();
    };
    const fault = faults.strike({
      service: call.service,
      operation: call.operation,
      functionId: fn?.id ?? null,
    });
    try {
      if (fault === "refuse" || fault === "throttle" || fault === "conflict") {
        throw faultError(call.service, call.operation, fault);
      }
      if (fault === "kill-before") return vanish(fault);
      if (fault === "hang") return done(fault);
      if (fault === "slow")
        await new Promise((resolve) => setTimeout(resolve, options.slowMs ?? SLOW_MS).unref());
      const answer = await answerCall(call);
      if (fault === "late" && answer.status === 200)
        answer.body = late.answer(JSON.parse(call.body), answer.body);
      if (fault === "lost" || fault === "kill-after") return vanish(fault);
      done(answer.status < 400 ? "ok" : codeOf(answer));
      send(outgoing, answer);
    } catch (error) {
      const known = toAwsError(error, options.log);
      done(known.code);
      send(outgoing, errorAnswer(call.service, known));
    }
  };

  function send(outgoing: ServerResponse, answer: Answer): void {
    const length = Buffer.byteLength(answer.body);
    outgoing.writeHead(answer.status, {
      "x-amzn-requestid": randomUUID(),
      // With another date, the SDK would correct its clock and repeat failed calls.
      date: options.now().toUTCString(),
      ...answer.headers,
      "content-length": length,
    });
    outgoing.end(answer.body);
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      if (outgoing.headersSent) return outgoing.destroy();
      send(outgoing, errorAnswer("", toAwsError(error, options.log)));
    });
  });
  const port = await listen(server, options.port);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    faults,
    usage,
    queues,
    sources,
    schedules,
    indexesFollow: late.settle,
    async reload(next) {
      given = next;
      callers = callersOf(next);
      checkDeadLetters(next, queues, usage);
      await applySwitches();
    },
    async close() {
      await Promise.all([sources.close(), schedules.close()]);
      usage.write(join(options.dataDir, "usage.json"));
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

type Parts = Omit<AwsOptions, "model"> & {
  model: () => StackModel;
  usage: UsageRecorder;
  queues: Queues;
  schedules: Schedules;
  asynchronous: AsynchronousCalls;
  switches: Switches;
  wake: (tableArns: string[]) => void;
  late: () => LateIndexes | undefined;
};

function servicesOf(parts: Parts): Map<string, Service> {
  const { model, handlers } = parts;
  const authorize = authorizer(model, parts.usage);
  const dynamodb = { model, authorize, client: parts.dynamodb, onWrite: parts.wake, late: parts.late };
  const lambda = lambdaService(model, parts.invoke, parts.asynchronous, authorize);
  return new Map<string, Service>([
    ["dynamodb", (call) => proxyDynamodb(dynamodb, call)],
    ["secretsmanager", secretsManager(model, parts.secrets, authorize)],
    ["ssm", parameterStore(model, parts.parameters, authorize)],
    ["sqs", queueService(model, parts.queues, authorize)],
    [
      "ses",
      mailService(model, authorize, webService(handlers.ses), (sending) =>
        reportFeedback(model(), parts.queues, { ...sending, at: parts.now() }),
      ),
    ],
    ["cognito-idp", cognitoService(model, authorize, webService(handlers.cognito))],
    ["kms", keyService(model, parts.dataDir, authorize)],
    ["lambda", (call) => parts.switches.mappings(call) ?? lambda(call)],
    ["scheduler", parts.switches.scheduler],
    ["apigateway", parts.switches.gateway],
  ]);
}

function toAwsError(error: unknown, log: ((line: string) => void) | undefined): AwsError {
  if (error instanceof AwsError) return error;
  const text = error instanceof Error ? error.message : String(error);
  log?.(`AWS endpoint: ${error instanceof Error ? (error.stack ?? text) : text}`);
  return new AwsError("InternalFailure", text, 500);
}

/** The error code in another server's answer, for the invocation's record. */
function codeOf(answer: Answer): string {
  const type = answer.headers["x-amzn-errortype"] ?? /"__type":"([^"]+)"/.exec(answer.body)?.[1];
  return type?.split(":")[0]?.split("#").pop() ?? `Http${answer.status}`;
}
