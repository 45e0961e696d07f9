import { actionlint } from "./actionlint.ts";
import { cfnLint } from "./cfnLint.ts";
import type { Judge } from "./judge.ts";
import { stripeMock } from "./stripeMock.ts";

/** Every judge, quickest first. `docs/judges.md` says what each found last. */
export const JUDGES: readonly Judge[] = [actionlint, cfnLint, stripeMock];
