import { App } from "aws-cdk-lib";
import { addRulePacks } from "../checks.ts";
import { parseStage } from "../names.ts";
import { parseRepository } from "./repository.ts";
import { createDeployer, createGithub } from "./roles.ts";

export type PipelineOptions = {
  outdir?: string;
  /** From `-c key=value`: `repository`, `stage`, `provider` (existing: another project created it). */
  context?: Record<string, string>;
};

/** What GitHub's workflows need in an account. A person deploys it once. */
export function buildPipeline({ outdir, context }: PipelineOptions = {}) {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    ...(context === undefined ? {} : { context }),
    analyticsReporting: false,
  });
  const repository = parseRepository(app.node.tryGetContext("repository"));
  const stage = parseStage(app.node.tryGetContext("stage"));
  const github = createGithub(app, repository, app.node.tryGetContext("provider") !== "existing");
  const deployer = createDeployer(app, repository, stage);
  deployer.addStackDependency(github);
  addRulePacks(app);
  return { app, github, deployer };
}
