import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { listen } from "../listen.ts";
import { waitingRoom } from "./challenges.ts";
import type { Context, Mail, SessionStep, SrpStep } from "./context.ts";
import { answer } from "./http.ts";
import { type Jwks, jwksOf, loadKeys } from "./keys.ts";
import { passwordLock, windowLimit } from "./limits.ts";
import { clientIdOf, issuerOf, type PoolDescription, userPoolIdOf } from "./pool.ts";
import { openStore } from "./store.ts";
import { type InvokeTrigger, triggersOf } from "./triggers.ts";

export type CognitoOptions = {
  port: number;
  dataDir: string;
  /** A folder with keys to reuse, by pool id. */
  spareKeysDir?: string | undefined;
  region: string;
  /** A call names its pool by id, client, token or session. */
  pools: readonly PoolDescription[];
  /** Runs a trigger and resolves to its result. Rejects if the trigger threw. */
  invokeTrigger: InvokeTrigger;
  sendMail: (mail: Mail) => void;
  log?: (event: string, details: Record<string, unknown>) => void;
  /** Epoch milliseconds; tests move it. */
  now?: () => number;
  /** The sign-in time as functions see it. A stack's clock may differ from the tokens' clock. */
  signInTime?: () => number;
  triggerTimeoutMs?: number;
};

export const TRIGGER_LIMIT_MS = 5000;

export type PoolAddress = { userPoolId: string; clientId: string; issuer: string };

export type Cognito = {
  endpoint: string;
  /** In the options' order. */
  pools: readonly PoolAddress[];
  /** A pool's public keys. @throws if no pool has this issuer */
  jwks(issuer: string): Promise<Jwks>;
  /** Like a request to `endpoint`, without the network. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
};

const HOUR_MS = 60 * 60 * 1000;

export async function startCognito(options: CognitoOptions): Promise<Cognito> {
  const contexts = options.pools.map((pool) => contextOf(pool, options));
  const log = options.log ?? (() => {});
  const handle = (request: Request) => answer(contexts, request, log);

  const server = createAdaptorServer({ fetch: handle, hostname: "127.0.0.1" });
  const port = await listen(server, options.port);

  return {
    endpoint: `http://localhost:${port}`,
    pools: contexts.map(({ userPoolId, clientId, issuer }) => ({ userPoolId, clientId, issuer })),
    jwks: async (issuer) => {
      const context = contexts.find((one) => one.issuer === issuer);
      if (!context) throw new Error(`No local user pool has the issuer ${issuer}`);
      return jwksOf(context.keys);
    },
    handle,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

function contextOf(pool: PoolDescription, options: CognitoOptions): Context {
  const { region, sendMail } = options;
  const now = options.now ?? Date.now;
  const userPoolId = userPoolIdOf(region, pool);
  const clientId = clientIdOf(pool);
  const dataDir = join(options.dataDir, userPoolId);
  const stepMs = pool.client.authSessionSeconds * 1000;
  return {
    region,
    pool,
    userPoolId,
    clientId,
    sendMail,
    now,
    signInTime: options.signInTime ?? now,
    poolName: userPoolId.split("_")[1] ?? "",
    issuer: issuerOf(region, userPoolId),
    keys: loadKeys(
      dataDir,
      options.spareKeysDir === undefined ? undefined : join(options.spareKeysDir, `${userPoolId}.json`),
    ),
    store: openStore(dataDir, pool, now),
    triggers: triggersOf({
      pool,
      region,
      userPoolId,
      clientId,
      invoke: options.invokeTrigger,
      timeoutMs: options.triggerTimeoutMs ?? TRIGGER_LIMIT_MS,
    }),
    srpSteps: waitingRoom<SrpStep>(stepMs, now),
    sessionSteps: waitingRoom<SessionStep>(stepMs, now),
    passwordLock: passwordLock(now),
    codeTries: windowLimit(5, HOUR_MS, now),
    codeRequests: windowLimit(20, HOUR_MS, now),
  };
}
