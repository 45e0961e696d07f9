import { App, Stack } from "aws-cdk-lib";
import { BRAND } from "#shared/brand.ts";
import { createCustomersApi, createOperatorsApi } from "./api.ts";
import { createScriptsDoor } from "./apiKeys.ts";
import { createAuth } from "./auth.ts";
import { createBuckets } from "./buckets.ts";
import { addChecks } from "./checks.ts";
import { createTables } from "./database.ts";
import { createExtraRoutes } from "./extraRoutes.ts";
import { createFirewall } from "./firewall.ts";
import { createGate } from "./gate.ts";
import { createKeys } from "./keys.ts";
import { createMailFeedback, createMailSettings } from "./mail.ts";
import { FIREWALL_REGION, namesOf, type Part, parseStage } from "./names.ts";
import { createOperatorAuth } from "./operatorAuth.ts";
import { createAside, createJobDeadLetters, createQueues } from "./queues.ts";
import { createSchedules } from "./schedules.ts";
import type { Scope } from "./scope.ts";
import { createSecrets } from "./secrets.ts";
import { createSite } from "./site.ts";
import { STAGE_SETTINGS } from "./stages.ts";
import { createStreams } from "./streams.ts";
import { createTracing } from "./tracing.ts";
import { createVault } from "./vault.ts";
import { createWatch } from "./watch.ts";

/** CDK's choices that would otherwise be in cdk.json, where only its command line reads them. */
const FEATURE_FLAGS = {
  // Tags go to CloudFormation, which hands them on, rather than to each resource in the template.
  "@aws-cdk/core:explicitStackTags": true,
};

export type BuildOptions = {
  /** Where the template is written; CDK's command line says it by an environment variable. */
  outdir?: string;
  /** What `-c key=value` sets: `stage` (default dev), `bundles` (default dist/functions), `validate` (see checks.ts), `poolFirewall`. */
  context?: Record<string, string | boolean>;
  /** The rule packs of cdk-nag. On unless a test that asks something else leaves them out. */
  checks?: boolean;
};

/** The whole deployment of one stage. Nothing is written before `app.synth()`. */
export function buildApp(options: BuildOptions = {}) {
  const app = new App({
    ...(options.outdir === undefined ? {} : { outdir: options.outdir }),
    context: { ...FEATURE_FLAGS, ...options.context },
    analyticsReporting: false,
    // checks.ts adds it where it is asked for.
    builtinCloudFormationValidation: false,
  });
  const stage = parseStage(app.node.tryGetContext("stage") ?? "dev");
  const names = namesOf(stage);
  const settings = {
    ...STAGE_SETTINGS[stage],
    // The local stack runs the dev stage with the limits of prod, so that the tests meet them.
    ...(app.node.tryGetContext("poolFirewall") === "true" ? { poolFirewall: true } : {}),
    reservesConcurrency: app.node.tryGetContext("reserve") === "true",
  };
  const scopeOf = (part: Part, description: string, region?: string): Scope => ({
    stage,
    names,
    settings,
    stack: new Stack(app, names.stack(part), {
      description: `${BRAND.name} (${stage}): ${description}`,
      ...(region === undefined ? {} : { env: { region } }),
      terminationProtection: settings.terminationProtection && part === "data",
      tags: { app: BRAND.slug, stage },
    }),
  });

  const firewall = settings.firewall
    ? scopeOf("firewall", "what stands before CloudFront", FIREWALL_REGION)
    : undefined;
  if (firewall) createFirewall(firewall);

  const data = scopeOf("data", "tables, user pools, secrets, buckets, keys");
  createKeys(data);
  createTracing(data);
  createTables(data);
  if (settings.vault) createVault(data);
  const poolSecret = createSecrets(data);
  createBuckets(data);
  createAuth(data, poolSecret, createMailSettings(data));
  createOperatorAuth(data);

  const site = scopeOf("site", "the API's address, CloudFront");
  createSite(site);

  const api = scopeOf("api", "what customers, devices and Stripe call");
  createCustomersApi(api, "api");

  const desk = scopeOf("desk", "what operators call");
  createOperatorsApi(desk, "desk");

  const jobs = scopeOf(
    "jobs",
    "queues, streams, schedules, what they call, and what api and desk have no room for",
  );
  createQueues(jobs);
  createMailFeedback(jobs);
  const jobDeadLetters = createJobDeadLetters(jobs);
  createAside(jobs, jobDeadLetters);
  createStreams(jobs, jobDeadLetters);
  createSchedules(jobs, jobDeadLetters);
  const last = createCustomersApi(jobs, "jobs", createOperatorsApi(jobs, "jobs"));
  createExtraRoutes(jobs, createScriptsDoor(jobs, last));

  const gate = scopeOf("gate", "the API's stage");
  createGate(gate);

  const watch = scopeOf("watch", "alarms, dashboard, budget");
  createWatch(watch);

  const stacks = {
    firewall: firewall?.stack,
    data: data.stack,
    site: site.stack,
    api: api.stack,
    desk: desk.stack,
    jobs: jobs.stack,
    gate: gate.stack,
    watch: watch.stack,
  };
  if (stacks.firewall) stacks.site.addStackDependency(stacks.firewall);
  stacks.site.addStackDependency(stacks.data);
  for (const part of ["api", "desk", "jobs"] as const) stacks[part].addStackDependency(stacks.site);
  stacks.gate.addStackDependency(stacks.api);
  stacks.gate.addStackDependency(stacks.desk);
  stacks.gate.addStackDependency(stacks.jobs);
  stacks.watch.addStackDependency(stacks.gate);
  stacks.watch.addStackDependency(stacks.jobs);
  if (options.checks !== false) addChecks(app, stacks);
  return { app, ...stacks };
}
