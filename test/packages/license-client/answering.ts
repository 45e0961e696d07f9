import { answerRequest, answerTo, offlineClaims } from "../../../functions/licenses/offlineRules.ts";
import { type Computer, createComputer } from "./computer.ts";
import { ISSUER } from "./service.ts";
import { signToken } from "./sign.ts";

/** Answers a request file as the Seats page does. */
export function answered({ service }: Computer, text: string | null): string {
  const request = JSON.parse(text ?? "");
  service.license = answerRequest(service.license, request, "offline-activation", new Date(service.now));
  const lease = answerTo(service.license, request);
  if (!lease) throw new Error("no answer");
  const { current, chain } = service.keys;
  const signed = signToken(current, "lease+jwt", offlineClaims(service.license, lease, ISSUER));
  return JSON.stringify({ type: "license-answer", version: 1, lease: signed, chain });
}

/** A computer that never reaches the service. */
export function withoutInternet(): Computer {
  const computer = createComputer();
  computer.service.isDown = true;
  return computer;
}
