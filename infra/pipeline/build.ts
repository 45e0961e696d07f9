import { App } from "aws-cdk-lib";
import { addRulePacks } from "../checks.ts";
import { parseStage } from "../names.ts";
import { createDeployer, createGithub } from "./roles.ts";

export type PipelineOptions = {
  outdir?: string;
  /** What `-c key=value` sets: `repository`, `stage`, `provider` (existing: another project made it). */
  context?: Record<string, string>;
};

/** What GitHub's workflows need in an account. Deployed by a person, once: it is what nothing else can make. */
export function buildPipeline({ outdir, context }: PipelineOptions = {}) {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    ...(context === undefined ? {} : { context }),
    analyticsReporting: false,
  });
  const repository: unknown = app.node.tryGetContext("repository");
  // A star here would let anybody's repository in.
  if (typeof repository !== "string" || !/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error(
      `The repository ${JSON.stringify(repository)} is not one of GitHub's. Say -c repository=<owner>/<name>.`,
    );
  const stage = parseStage(app.node.tryGetContext("stage"));
  const github = createGithub(app, repository, app.node.tryGetContext("provider") !== "existing");
  const deployer = createDeployer(app, repository, stage);
  deployer.addStackDependency(github);
  addRulePacks(app);
  return { app, github, deployer };
}
