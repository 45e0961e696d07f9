import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { PACKAGES_CONFIG } from "../test/steps.ts";
import { startForgetfulProxy } from "./forgetfulProxy.ts";
import type { Judge, Verdict } from "./judge.ts";
import { answering, freePort } from "./ports.ts";
import { bin, HOME, ROOT, run, start, tool, toolPath, workFolder } from "./tools.ts";

const JARS = path.join(HOME, "dynamodb-local");

/** Amazon's own local DynamoDB (Maven: com.amazonaws:DynamoDBLocal; Java 17 or later). */
export const dynamodbLocal: Judge = {
  name: "dynamodb-local",
  judges: "the fidelity and the integration tests on Amazon's DynamoDB",
  install:
    'mvn --quiet --file scripts/judge/dynamodbLocal.pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$PWD/.local/judge/dynamodb-local"',
  finding: "fails",
  isInstalled: () =>
    toolPath("java") !== undefined && globSync("DynamoDBLocal-*.jar", { cwd: JARS }).length > 0,
  judge: () =>
    withDynamodbLocal(async (endpoint) => {
      const fidelity = await tests(endpoint, [
        ...PACKAGES_CONFIG,
        "packages/local-aws/test/dynamodb/fidelity",
      ]);
      const integration = await tests(endpoint, ["--project", "integration"]);
      return {
        findings: [...fidelity.findings, ...integration.findings],
        judged: `${fidelity.count} fidelity and ${integration.count} integration tests`,
      };
    }),
  mistake: "let exactly one of fifty concurrent puts create an item",
  /** The fidelity tests must fail on a database that ignores PutItem's conditions. */
  plant: () =>
    withDynamodbLocal(async (endpoint) => {
      const proxy = await startForgetfulProxy(endpoint);
      try {
        const file = "packages/local-aws/test/dynamodb/fidelity.test.ts";
        const { findings, count } = await tests(proxy.url, [...PACKAGES_CONFIG, file]);
        if (findings.length === count)
          throw new Error(`All ${count} tests fail, not only the tests of conditions.`);
        return { findings, judged: `${count} fidelity tests` };
      } finally {
        await proxy.close();
      }
    }),
};

async function withDynamodbLocal(judge: (endpoint: string) => Promise<Verdict>): Promise<Verdict> {
  const port = await freePort();
  const main = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner";
  const settings = ["-inMemory", "-disableTelemetry", "-port", String(port)];
  const database = start(tool("java"), ["-Djava.library.path=.", "-cp", "*", main, ...settings], {
    cwd: JARS,
  });
  try {
    await answering(port);
    return await judge(`http://127.0.0.1:${port}`);
  } finally {
    database.kill();
    await once(database, "close");
  }
}

const Report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
});

async function tests(
  endpoint: string,
  args: readonly string[],
): Promise<{ findings: string[]; count: number }> {
  const report = path.join(workFolder("dynamodb-local"), "tests.json");
  const ran = await run(bin("vitest"), ["run", "--reporter=json", `--outputFile=${report}`, ...args], {
    env: { DYNAMODB_ENDPOINT: endpoint },
  });
  const { numTotalTests, testResults } = Report.parse(JSON.parse(readFileSync(report, "utf8")));
  const findings = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages?.[0])}`);
    // A file that fails in its setup has no failed test.
    const told = status === "failed" && failed.length === 0 ? [firstLine(message)] : failed;
    return told.map((finding) => `${path.relative(ROOT, name)}: ${finding}`);
  });
  if (ran.status !== 0 && findings.length === 0) findings.push(firstLine(ran.stderr));
  return { findings, count: numTotalTests };
}

const firstLine = (text = ""): string => text.trim().split("\n")[0] ?? "";
