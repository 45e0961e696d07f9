import { actionlint } from "./actionlint.ts";
import { attw } from "./attw.ts";
import { cfnLint } from "./cfnLint.ts";
import { dynamodbLocal } from "./dynamodbLocal.ts";
import { electronUpdater } from "./electronUpdater.ts";
import { fakecloud } from "./fakecloud.ts";
import type { Judge } from "./judge.ts";
import { openapiTypescript } from "./openapiTypescript.ts";
import { publint } from "./publint.ts";
import { pythonClient } from "./pythonClient.ts";
import { redocly } from "./redocly.ts";
import { schemathesis } from "./schemathesis.ts";
import { stripeMock } from "./stripeMock.ts";
import { stripeSchema } from "./stripeSchema.ts";
import { stripeTypes } from "./stripeTypes.ts";

/** Every judge, quickest first. `docs/judges.md` has the last findings of each judge. */
export const JUDGES: readonly Judge[] = [
  actionlint,
  stripeMock,
  stripeSchema,
  stripeTypes,
  cfnLint,
  redocly,
  openapiTypescript,
  publint,
  attw,
  pythonClient,
  electronUpdater,
  schemathesis,
  dynamodbLocal,
  fakecloud,
];
