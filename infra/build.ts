import { App, Stack } from "aws-cdk-lib";
import { BRAND } from "#shared/brand.ts";
import type { FunctionId } from "./access.ts";
import { createEndpoints } from "./api.ts";
import { createAuth } from "./auth.ts";
import { createBuckets } from "./buckets.ts";
import { addChecks } from "./checks.ts";
import { createTables } from "./database.ts";
import { createFirewall } from "./firewall.ts";
import { createGate } from "./gate.ts";
import { createKeys } from "./keys.ts";
import { createMailSettings } from "./mail.ts";
import { FIREWALL_REGION, namesOf, parseStage } from "./names.ts";
import { createOperatorAuth } from "./operatorAuth.ts";
import { createPutAway, createQueues } from "./queues.ts";
import { createSchedules } from "./schedules.ts";
import type { Scope } from "./scope.ts";
import { createSecrets } from "./secrets.ts";
import { createSite } from "./site.ts";
import { AFTER, FUNCTION_PARTS, featuresOf, type Part } from "./stacks.ts";
import { STAGE_SETTINGS } from "./stages.ts";
import { createStreams } from "./streams.ts";
import { createTracing } from "./tracing.ts";
import { createVault } from "./vault.ts";
import { createWatch } from "./watch.ts";

/** CDK feature flags. In cdk.json, only CDK's command line would read them. */
const FEATURE_FLAGS = {
  // CloudFormation applies the tags, so the template does not repeat them on each resource.
  "@aws-cdk/core:explicitStackTags": true,
};

export type BuildOptions = {
  /** Output folder; CDK's command line sets it in an environment variable. */
  outdir?: string;
  /** `-c key=value`: `stage` (default dev), `bundles` (dist/functions), `validate`, `poolFirewall`, `reserve`. */
  context?: Record<string, string | boolean>;
  /** Whether to run cdk-nag's rule packs. Default true; tests of other things turn them off. */
  checks?: boolean;
};

/** The whole deployment of one stage. `app.synth()` writes it. */
export function buildApp(options: BuildOptions = {}) {
  const app = new App({
    ...(options.outdir === undefined ? {} : { outdir: options.outdir }),
    context: { ...FEATURE_FLAGS, ...options.context },
    analyticsReporting: false,
    // checks.ts adds this validation on request.
    builtinCloudFormationValidation: false,
  });
  const stage = parseStage(app.node.tryGetContext("stage") ?? "dev");
  const names = namesOf(stage);
  const settings = {
    ...STAGE_SETTINGS[stage],
    // Lets the local stack run the dev stage with the firewall of prod, so that tests cover it.
    ...(app.node.tryGetContext("poolFirewall") === "true" ? { poolFirewall: true } : {}),
    reservesConcurrency: app.node.tryGetContext("reserve") === "true",
  };
  const stacks: Partial<Record<Part, Stack>> = {};
  const scopeOf = (part: Part, description: string, region?: string): Scope => {
    const stack = new Stack(app, names.stack(part), {
      description: `${BRAND.name} (${stage}): ${description}`,
      ...(region === undefined ? {} : { env: { region } }),
      terminationProtection: settings.terminationProtection && part === "data",
      tags: { app: BRAND.slug, stage },
    });
    for (const before of AFTER[part]) if (stacks[before]) stack.addStackDependency(stacks[before]);
    stacks[part] = stack;
    return { stage, names, settings, stack };
  };

  if (settings.firewall)
    createFirewall(scopeOf("firewall", "the web ACL in front of CloudFront", FIREWALL_REGION));

  const data = scopeOf("data", "tables, user pools, secrets, buckets, keys, shared dead-letter queues");
  createKeys(data);
  createTracing(data);
  createTables(data);
  if (settings.vault) createVault(data);
  const poolSecret = createSecrets(data);
  createBuckets(data);
  createPutAway(data);
  createAuth(data, poolSecret, createMailSettings(data));
  createOperatorAuth(data);

  createSite(scopeOf("site", "the API's address, CloudFront"));
  for (const part of FUNCTION_PARTS) {
    const features = featuresOf(part);
    createFunctions(scopeOf(part, `the functions of ${features.join(", ")}`), features);
  }
  createGate(scopeOf("gate", "the API's stage"));
  createWatch(scopeOf("watch", "alarms, dashboard, budget"));
  if (options.checks !== false) addChecks(app, stacks);
  return { app, stacks };
}

/** Creates the features' functions and what invokes them. Functions that read streams and queues come first. */
function createFunctions(scope: Scope, features: readonly string[]): void {
  const isHere = (id: FunctionId) => features.some((feature) => id.startsWith(`${feature}/`));
  const followers = [...createQueues(scope, isHere), ...createStreams(scope, isHere)];
  createSchedules(scope, isHere, followers);
  createEndpoints(scope, isHere, followers);
}
