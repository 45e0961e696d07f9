import type { Stack } from "aws-cdk-lib";
import type { Names, Stage } from "./names.ts";
import type { StageSettings } from "./stages.ts";

/** What each part of the app is handed: the stack it goes into, and how things are called and set there. */
export type Scope = {
  readonly stack: Stack;
  readonly stage: Stage;
  readonly names: Names;
  readonly settings: StageSettings;
};
