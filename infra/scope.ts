import type { Stack } from "aws-cdk-lib";
import type { Names, Stage } from "./names.ts";
import type { StageSettings } from "./stages.ts";

export type Scope = {
  readonly stack: Stack;
  readonly stage: Stage;
  readonly names: Names;
  readonly settings: StageSettings;
};
