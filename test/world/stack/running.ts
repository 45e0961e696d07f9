import { TABLES } from "../../../infra/tables.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { SECRET_KEY } from "../../simulation/stripe.ts";
import { SITE, World } from "../world.ts";
import { API, answers, CONTROL, MAIL, STRIPE, signIns } from "./answers.ts";

/** Replaces test/support/running.ts in the tests of `test/stories`, where the world replaces the stack. */

export const world = new World();

const OPERATOR = { email: "operator@example.com", password: "Correct-Horse7" };

export const stack = () =>
  ({
    siteUrl: SITE,
    apiUrl: API,
    controlUrl: CONTROL,
    mailUrl: MAIL,
    operator: OPERATOR,
    stripe: { apiUrl: STRIPE, secretKey: SECRET_KEY },
    dynamodb: {
      endpoint: "http://dynamodb.world",
      region: "us-east-1",
      tables: Object.fromEntries(Object.keys(TABLES).map((name) => [name, name])),
    },
  }) as unknown as StackFile;

/** When these stories begin: after January, because they write rows dated in January. */
const BEGINS = "2026-03-02T09:30:00Z";

/** Begins a world in which the offer is on and nobody has an account. */
export async function startWorld(): Promise<{ close: () => Promise<void> }> {
  await world.load();
  await world.begin({ at: BEGINS });
  signIns.clear();
  const before = globalThis.fetch;
  globalThis.fetch = answers(world);
  await world.offerUnits(100);
  return {
    close: async () => {
      globalThis.fetch = before;
    },
  };
}
