import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LEVELS } from "#shared/apiKeys/levels.ts";
import { AREAS, highestLevel } from "#shared/apiKeys/scopes.ts";
import { removeOperator } from "../../../scripts/operator/removal.ts";
import { clock } from "../determinism.ts";
import { truthOf } from "../invariants/scripts.ts";
import type { ScriptKey } from "../people.ts";
import type { Caller } from "../requests.ts";
import { invoke } from "../wire.ts";
import { OPERATOR_STEPS } from "./operator.ts";
import type { Scene, Step } from "./step.ts";

const addressOf = ({ sub }: Caller) => `${sub}@example.com`;

/** @returns an operator other than the first operator, sometimes a new one */
function colleague({ shop, people, random }: Scene): Caller {
  const known = random.pick(people.colleagues);
  if (known && random.chance(0.7)) return known;
  const number = people.colleagues.length + people.left.length;
  const sub = `00000000-0000-4000-8000-0000000c${String(number).padStart(4, "0")}`;
  const made: Caller = { sub, operator: true };
  const email = addressOf(made);
  shop.services.users.set(email, { sub, email, enabled: true, signedInAt: clock.now() });
  shop.letIn(made);
  people.colleagues.push(made);
  return made;
}

const createApiKey: Step = async (scene) => {
  const { shop, people, random, fault } = scene;
  const operator = random.chance(0.5) ? people.operator : colleague(scene);
  const areas = AREAS.filter(() => random.chance(0.4));
  const scopes = Object.fromEntries(
    (areas.length > 0 ? areas : AREAS).map((area) => {
      const levels = LEVELS.slice(0, LEVELS.indexOf(highestLevel(area)) + 1);
      return [area, random.chance(0.5) ? highestLevel(area) : (random.pick(levels) ?? "read")] as const;
    }),
  );
  const name = `script ${random.below(10_000)}`;
  const expiresInDays = random.pick([null, null, 1, 30]);
  const { status, body } = await shop.call(
    "apiKeys/createApiKey",
    operator,
    { name, scopes, expiresInDays },
    fault,
  );
  if (status === 200)
    people.apiKeys.push({ id: (body.key as { id: string }).id, name, secret: String(body.secret), scopes });
  return `${operator.sub} creates the API key ${name}: ${status} ${body.code ?? ""}`;
};

const TASKS: readonly Step[] = Object.values(OPERATOR_STEPS);

/** Tries up to four tasks until one has something to do. */
async function someTask(scene: Scene): Promise<string | undefined> {
  for (let drawn = 0; drawn < 4; drawn += 1) {
    const line = await scene.random.pick(TASKS)?.(scene);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** The script performs an operator's task, or lists customers if there is no task. */
async function callAs(scene: Scene, key: ScriptKey): Promise<string> {
  const { shop, people, fault } = scene;
  const before = shop.scripted.length;
  const operator: Caller = { ...people.operator, apiKey: key.secret };
  const line =
    (await someTask({ ...scene, people: { ...people, operator } })) ??
    `lists customers: ${(await shop.call("customers/listUsers", operator, {}, fault)).status}`;
  for (const made of shop.scripted.slice(before)) shop.untrue.push(...truthOf(shop, key, made));
  return `${key.name}: ${line}`;
}

const callWithKey: Step = async (scene) => {
  const key = scene.random.pick(scene.people.apiKeys.slice(-4));
  return key && callAs(scene, key);
};

const revokeApiKey: Step = async (scene) => {
  const { shop, people, random, fault } = scene;
  const key = random.pick(people.apiKeys);
  if (!key) return undefined;
  const input = { apiKeyId: key.id };
  const { status } = await shop.call("apiKeys/revokeApiKey", people.operator, input, fault);
  return `the operator revokes ${key.name}: ${status}; ${await callAs({ ...scene, fault: undefined }, key)}`;
};

/** Runs `operator:remove`, and runs it again after a fault. */
const operatorLeaves: Step = async (scene) => {
  const { shop, people, random, fault } = scene;
  const leaver = random.pick(people.colleagues);
  if (!leaver) return undefined;
  const place = {
    cognito: new CognitoIdentityProviderClient({ region: "simulation" }),
    dynamodb: new DynamoDBClient({ region: "simulation" }),
    poolId: "operator-pool",
    usersTable: "Users",
  };
  const remove = () => removeOperator(place, addressOf(leaver), new Date());
  if (fault) await invoke("operator:remove", remove, fault).catch(() => undefined);
  await remove();
  people.colleagues.splice(people.colleagues.indexOf(leaver), 1);
  people.left.push(leaver.sub);
  const rows = shop.database.partition("Users", "apiKeys");
  const own = people.apiKeys.filter(({ id }) =>
    rows.some((row) => row.sk === id && row.createdBy === leaver.sub),
  );
  const lines = [];
  for (const key of own) lines.push(await callAs({ ...scene, fault: undefined }, key));
  return [`the operator ${leaver.sub} is removed`, ...lines].join("; ");
};

export const SCRIPT_STEPS = {
  createApiKey,
  callWithKey,
  revokeApiKey,
  operatorLeaves,
} satisfies Record<string, Step>;
