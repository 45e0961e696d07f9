import { readFileSync } from "node:fs";
import path from "node:path";
import { FUNCTION_PARTS } from "../../infra/stacks.ts";
import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "./deployment.ts";
import {
  functionPartsOf,
  indexesOf,
  indexProblems,
  limitedRoutes,
  movedFunctions,
  Template,
} from "./release.ts";
import { Refusal } from "./run.ts";

/**
 * Compares the synthesized stacks with the deployed ones before a deployment.
 * @param assembly the folder of the synthesized stacks
 * @returns deployed routes, as `GET /path`, whose limits this release removes
 * @throws Refusal if a change needs more than one deployment
 */
export async function checkRelease(aws: Aws, { stack }: Deployment, assembly: string): Promise<string[]> {
  const next = (part: string) =>
    Template.parse(JSON.parse(readFileSync(path.join(assembly, `${stack(part)}.template.json`), "utf8")));
  const before = async (part: string): Promise<Template> => {
    const body = await aws.template(stack(part));
    return body === undefined ? { Resources: {} } : Template.parse(JSON.parse(body));
  };
  const deployed = await Promise.all(FUNCTION_PARTS.map(async (part) => [part, await before(part)] as const));
  const problems = [
    ...indexProblems(indexesOf(await before("data")), indexesOf(next("data"))),
    ...movedFunctions(
      functionPartsOf(Object.fromEntries(deployed)),
      functionPartsOf(Object.fromEntries(FUNCTION_PARTS.map((part) => [part, next(part)]))),
    ),
  ];
  if (problems.length > 0)
    throw new Refusal(
      `Nothing was deployed: this release takes more than one step.\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    );
  const limited = new Set(limitedRoutes(next("gate")));
  return limitedRoutes(await before("gate")).filter((route) => !limited.has(route));
}
