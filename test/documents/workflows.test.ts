import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";

type Step = { id?: string; if?: string; uses?: string; run?: string; with?: Record<string, unknown> };
type Job = {
  uses?: string;
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  "runs-on"?: string;
  steps?: Step[];
};
type Workflow = { on: Record<string, unknown>; permissions?: unknown; jobs: Record<string, Job> };

const root = path.resolve(import.meta.dirname, "../..");
// Uses the YAML parser that the CDK installs, to avoid another package.
const { parse } = createRequire(path.join(root, "node_modules/aws-cdk-lib/package.json"))("yaml");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");
const files = globSync(".github/workflows/*.yml", { cwd: root });
const jobs = files.flatMap((file) => {
  const workflow: Workflow = parse(textOf(file));
  return Object.entries(workflow.jobs).map(([name, job]) => [`${path.basename(file)} ${name}`, job] as const);
});

/** The permissions with which each job may write. */
const MAY_WRITE: Record<string, readonly string[]> = {
  "pull-request.yml diff": ["id-token", "pull-requests"],
  "deploy-stage.yml deploy": ["id-token"],
  "release.yml dev": ["id-token"],
  "release.yml staging": ["id-token"],
  "release.yml prod": ["id-token"],
};

test("the repository has workflows", () => {
  expect(files.length).toBeGreaterThanOrEqual(3);
});

describe.each(files)("%s", (file) => {
  const workflow: Workflow = parse(textOf(file));

  test("gives its jobs no permission by default", () => {
    expect(workflow.permissions).toEqual({});
  });

  test("has no trigger by which strangers can start it with this repository's rights", () => {
    for (const trigger of ["pull_request_target", "issue_comment", "workflow_run"])
      expect(Object.keys(workflow.on)).not.toContain(trigger);
  });

  test("passes values to scripts only through the environment", () => {
    for (const { steps } of Object.values(workflow.jobs))
      for (const { run } of steps ?? []) expect(run ?? "").not.toContain("${{");
  });

  test("uses no long-lived key of AWS", () => {
    expect(textOf(file)).not.toMatch(/aws-access-key-id|AWS_SECRET|secrets\.(?!GITHUB_TOKEN)/);
  });
});

/** The job's AWS session in minutes, if the job sets it. A deployment and its rollback must fit into the session. */
function sessionMinutes({ steps }: Job): number | undefined {
  const seconds = steps?.map((step) => step.with?.["role-duration-seconds"]).find(Number);
  return seconds === undefined ? undefined : Number(seconds) / 60;
}

describe.each(jobs)("%s", (name, job) => {
  test("declares its permissions, and may write only where the list allows it", () => {
    const written = Object.entries(job.permissions ?? { all: "write" })
      .filter(([, kind]) => kind === "write")
      .map(([what]) => what);
    expect(written).toEqual(MAY_WRITE[name] ?? []);
  });

  test("ends after a time limit", () => {
    if (job.uses === undefined) expect(job["timeout-minutes"]).toBeLessThan(sessionMinutes(job) ?? 61);
  });

  test("runs on a named version of the runner", () => {
    if (job.uses === undefined) expect(job["runs-on"]).toMatch(/^ubuntu-\d/);
  });

  test("checks out the whole history if it runs an old version", () => {
    if (!job.steps?.some(({ run }) => run?.includes("npm run test:deep"))) return;
    const checkout = job.steps.find(({ uses }) => uses?.startsWith("actions/checkout"));
    expect(checkout?.with?.["fetch-depth"]).toBe(0);
  });

  test("leaves no token in the checked out folder", () => {
    for (const { uses, with: given } of job.steps ?? [])
      if (uses?.startsWith("actions/checkout")) expect(given?.["persist-credentials"]).toBe(false);
  });
});

const stepsOf = (name: string) => jobs.find(([known]) => known === name)?.[1].steps ?? [];

test.each(["pull-request.yml supply", "release.yml test"])("%s stores the bill of materials", (name) => {
  expect(stepsOf(name).map(({ run }) => run)).toContain("npm sbom --sbom-format cyclonedx > sbom.json");
  expect(stepsOf(name).map((step) => step.with?.path)).toContain("sbom.json");
});

test("only a pull request checks the packages for vulnerabilities, so a new advisory cannot block a release", () => {
  const asking = jobs.filter(([, { steps }]) => steps?.some(({ run }) => run?.startsWith("npm audit")));
  expect(asking.map(([name]) => name)).toEqual(["pull-request.yml supply"]);
});

test("a failed deployment or check rolls the stage back to its previous commit, without running the tests", () => {
  const steps = stepsOf("deploy-stage.yml deploy");
  const [before, deploy, verify, back] = steps.slice(-4);
  expect([before?.id, deploy?.id, verify?.id]).toEqual(["before", "deploy", "verify"]);
  expect(before?.run).toContain("deployed-commit");
  expect(back?.if).toBe(
    "failure() && steps.before.outputs.commit && (steps.deploy.outcome == 'failure' || steps.verify.outcome == 'failure')",
  );
  expect(back?.run).toContain(`git checkout --detach "$COMMIT"`);
  expect(back?.run).toMatch(/npm run deploy -- .*--tested$/m);
});

describe("actions", () => {
  const all = [...files, ...globSync(".github/actions/*/action.yml", { cwd: root })];
  const used = all.flatMap((file) =>
    [...textOf(file).matchAll(/^\s*(?:- )?uses: (\S+)(.*)$/gm)].map(([, action = "", rest = ""]) => ({
      action,
      rest,
    })),
  );

  test("of other owners are pinned to a commit, with the version in a comment", () => {
    const others = used.filter(({ action }) => !action.startsWith("./"));
    expect(others.length).toBeGreaterThan(5);
    for (const { action, rest } of others) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(rest).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  test("have one version each", () => {
    const versions = Map.groupBy(used, ({ action }) => action.split("@")[0]);
    for (const [action, uses] of versions)
      expect(new Set(uses.map((one) => one.action)).size, action).toBe(1);
  });

  test("of this repository exist", () => {
    for (const { action } of used.filter((one) => one.action.startsWith("./")))
      expect(globSync(action.endsWith(".yml") ? action : `${action}/action.yml`, { cwd: root })).toHaveLength(
        1,
      );
  });
});
