import path from "node:path";
import { setDefaultCACertificates } from "node:tls";
import { pathToFileURL } from "node:url";
import { startStripe } from "#stripe-sandbox";
import { connectAws } from "../../aws/aws.ts";
import { deploymentOf } from "../../deploy/deployment.ts";
import { emptyFolder, ROOT } from "../tools.ts";
import { cloneInto } from "./clone.ts";
import { CREDENTIALS, REGION, startCloud } from "./cloud.ts";
import { type Edge, openEdge } from "./edge.ts";
import { startGaps } from "./gaps.ts";
import { startInternet } from "./internet.ts";
import { openSession, type Session } from "./session.ts";

/** Preloaded into every Node program of the run: redirects TLS connections to the judge's own internet. */
const REDIRECT = path.join(ROOT, "scripts/judge/newcomer/redirect.mjs");

export type World = {
  readonly folder: string;
  readonly clone: string;
  readonly session: Session;
  readonly endpoint: string;
  close(): Promise<void>;
};

/** An empty AWS account, a Stripe account, a clone of the project and a shell in it. */
export async function openWorld(): Promise<World> {
  const folder = emptyFolder();
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
  };
  try {
    const stripe = await startStripe({ port: 0 });
    closing.push(() => stripe.close());
    // docs/deploy.md says to save Stripe's customer portal once.
    await fetch(`${stripe.url}/_control/portal/save`, { method: "POST" });
    const places = { cloud: 0, stripe: Number(new URL(stripe.url).port) };
    let edge: () => Promise<Edge | undefined> = async () => undefined;
    const internet = await startInternet(folder, places, () => edge());
    closing.push(() => internet.close());
    const online = {
      NODE_OPTIONS: `--import ${REDIRECT}`,
      NODE_EXTRA_CA_CERTS: internet.certificateFile,
      JUDGE_INTERNET_PORT: String(internet.port),
      JUDGE_PLAIN_PORT: String(internet.plainPort),
    };
    await goOnline(online, internet.certificate);
    let cloudUrl = "";
    const gaps = await startGaps(() => cloudUrl);
    closing.push(() => gaps.close());
    const cloud = await startCloud(folder, {
      JUDGE_FUNCTION_ENDPOINT: gaps.url,
      JUDGE_FUNCTION_NODE_OPTIONS: online.NODE_OPTIONS,
      JUDGE_CA: online.NODE_EXTRA_CA_CERTS,
      JUDGE_INTERNET_PORT: online.JUDGE_INTERNET_PORT,
      JUDGE_PLAIN_PORT: online.JUDGE_PLAIN_PORT,
    });
    closing.push(() => cloud.close());
    places.cloud = cloud.port;
    cloudUrl = cloud.url;
    edge = edgeOf(cloud.url);
    const clone = await cloneInto(folder);
    const session = openSession(clone, folder, {
      ...online,
      AWS_ENDPOINT_URL: gaps.url,
      AWS_CONFIG_FILE: path.join(folder, "config"),
      AWS_SHARED_CREDENTIALS_FILE: path.join(folder, "credentials"),
      AWS_EC2_METADATA_DISABLED: "true",
      CDK_DISABLE_CLI_TELEMETRY: "true",
    });
    return { folder, clone, session, endpoint: gaps.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Redirects this process too, because Stripe's sandbox delivers webhooks from it. */
async function goOnline(env: Readonly<Record<string, string>>, certificate: string): Promise<void> {
  Object.assign(process.env, { ...env, NODE_OPTIONS: process.env.NODE_OPTIONS });
  await import(pathToFileURL(REDIRECT).href);
  setDefaultCACertificates([certificate]);
}

const EDGE_MS = 5000;

/** Reads the distribution every few seconds, because deployments change it. */
function edgeOf(endpoint: string): () => Promise<Edge | undefined> {
  let read: { edge: Promise<Edge | undefined>; at: number } | undefined;
  return () => {
    if (read === undefined || Date.now() - read.at > EDGE_MS)
      read = { edge: findEdge(endpoint), at: Date.now() };
    return read.edge;
  };
}

async function findEdge(endpoint: string): Promise<Edge | undefined> {
  const aws = await connectAws({ region: REGION, endpoint, credentials: CREDENTIALS });
  const { parameter, stack } = deploymentOf("dev");
  const id = await aws.parameter(parameter("distribution-id"));
  return id === undefined ? undefined : openEdge(aws, stack("site"), id);
}
