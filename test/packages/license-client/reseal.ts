import { fingerprintOf } from "../../../packages/license-client/src/fingerprint.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { type Kept, seal } from "../../../packages/license-client/src/store.ts";
import type { Computer } from "./computer.ts";

/** Edits the store and seals it as the library does. Anyone who has read the library's code can do this. */
export function reseal(computer: Computer, change: (kept: Kept) => Kept): void {
  const fingerprint = fingerprintOf(computer.components, "articlip", nodeCrypto);
  if (!fingerprint) throw new Error("The computer has no fingerprint");
  const { content } = JSON.parse(computer.kept.get("license") ?? "{}");
  computer.kept.set("license", seal(change(JSON.parse(content)), fingerprint, nodeCrypto));
}
