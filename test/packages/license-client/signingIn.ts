import { SECOND } from "#shared/instant.ts";
import type { License, Result, SignInCode } from "../../../packages/license-client/src/api.ts";
import type { Computer } from "./computer.ts";

/** Signs in and runs the next step before each poll. @returns the result and the library's pauses in seconds */
export async function signInStep(
  { time, service }: Computer,
  license: License,
  show: (code: SignInCode) => void,
  before: (() => void)[] = [],
  signal?: AbortSignal,
): Promise<{ result: Result; pauses: number[] }> {
  const pauses: number[] = [];
  let isDone = false;
  const result = license.signIn(show, signal ? { signal } : {});
  const ended = result.finally(() => {
    isDone = true;
  });
  await Promise.race([time.waiting(), ended]);
  while (!isDone) {
    const pause = time.nextIn() * 60;
    pauses.push(Math.round(pause));
    service.now += pause * SECOND;
    before.shift()?.();
    await Promise.race([time.ring(), ended]);
  }
  return { result: await result, pauses };
}
