import type { SynthesizedStack } from "./assembly.ts";
import type { Place } from "./errors.ts";

export type IntrinsicContext = {
  value: (stack: SynthesizedStack, value: unknown, place: Place) => unknown;
  text: (stack: SynthesizedStack, value: unknown, place: Place) => string;
  reference: (stack: SynthesizedStack, name: string, place: Place) => unknown;
  attribute: (stack: SynthesizedStack, logicalId: string, attribute: string, place: Place) => unknown;
  exported: (name: string, place: Place) => unknown;
  condition: (stack: SynthesizedStack, name: string, place: Place) => boolean;
};
