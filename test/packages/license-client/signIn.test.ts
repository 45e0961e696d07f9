import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { swapDevice } from "../../../functions/licenses/devices/rules.ts";
import type { License, SignInCode } from "../../../packages/license-client/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY } from "./service.ts";
import { signInStep } from "./signingIn.ts";

let computer: Computer;
let license: License;
let shown: SignInCode[];
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
  shown = [];
});

const signIn = (...before: (() => void)[]) =>
  signInStep(computer, license, (code) => void shown.push(code), before);
const approve = () => computer.answerSignIn(true);
const nothing = () => undefined;

test("the application shows a code, and the customer's approval activates this computer", async () => {
  const { result, pauses } = await signIn(nothing, nothing, approve);
  expect(result).toMatchObject({ outcome: "done", state: { name: "active" } });
  expect(pauses).toEqual([5, 5, 5]);
  expect(shown).toMatchObject([
    {
      userCode: "WDJB-MJHT",
      url: "https://shop.example.com/activate",
      urlWithCode: "https://shop.example.com/activate?code=WDJB-MJHT",
    },
  ]);
  expect((await license.refresh()).outcome).toBe("done");
});

test("the client polls less often after slow_down", async () => {
  const early = () => {
    computer.service.now -= 4 * SECOND;
  };
  const { result, pauses } = await signIn(nothing, early, approve);
  expect(result.outcome).toBe("done");
  expect(pauses).toEqual([5, 5, 10]);
});

test("the client retries after network failures with growing pauses, and loses nothing", async () => {
  const down = () => {
    computer.service.isDown = true;
  };
  const up = () => {
    computer.service.isDown = false;
    approve();
  };
  const { result, pauses } = await signIn(down, nothing, nothing, up);
  expect(result.outcome).toBe("done");
  expect(pauses).toEqual([5, 10, 20, 40]);
});

test("the client repeats a poll whose answer got lost", async () => {
  const lose = () => {
    approve();
    computer.service.losesAnswers = true;
  };
  const find = () => {
    computer.service.losesAnswers = false;
  };
  expect((await signIn(lose, find)).result).toMatchObject({ outcome: "done", state: { name: "active" } });
});

test("a denial by the customer ends the sign-in", async () => {
  const { result } = await signIn(() => computer.answerSignIn(false));
  expect(result).toMatchObject({ outcome: "refused", refusal: { code: "ACCESS_DENIED" } });
  expect(result.state).toMatchObject({ name: "needs-key", reason: "not-activated" });
});

test("the sign-in ends after ten minutes without an answer", async () => {
  const { result, pauses } = await signIn();
  expect(result.refusal?.code).toBe("EXPIRED_TOKEN");
  expect(pauses.length).toBe(120);
});

test("a sign-in ends with SEAT_TAKEN if the seat is taken", async () => {
  const { result } = await signIn(() => {
    computer.service.failures["/api/license/sign-in/poll"] = new AppError("SEAT_TAKEN", "Taken");
  });
  expect(result.refusal?.code).toBe("SEAT_TAKEN");
});

test("the application shows no code if the service is unreachable", async () => {
  computer.service.isDown = true;
  expect((await license.signIn((code) => void shown.push(code))).outcome).toBe("not-reached");
  expect(shown).toEqual([]);
});

test("a full disk fails the sign-in before the customer sees a code", async () => {
  computer.storage.writesLeft = 0;
  expect((await license.signIn((code) => void shown.push(code))).outcome).toBe("not-stored");
  expect(computer.service.calls).toEqual([]);
});

test("an aborted sign-in makes no further call", async () => {
  const ended = new AbortController();
  const result = license.signIn(() => ended.abort(), { signal: ended.signal });
  expect((await result).outcome).toBe("aborted");
  expect(computer.service.calls).toEqual(["/api/license/sign-in/start"]);
});

test("each wait removes its listener from the application's signal", async () => {
  const { signal } = new AbortController();
  const listening: number[] = [];
  const look = () => void listening.push(getEventListeners(signal, "abort").length);
  const { result } = await signInStep(computer, license, () => undefined, [look, look, approve], signal);
  expect(result.outcome).toBe("done");
  expect(listening).toEqual([1, 1]);
});

test("signing in again on an activated computer keeps the seat if the answer gets lost", async () => {
  await license.activate(KEY);
  const lose = () => {
    approve();
    computer.service.losesAnswers = true;
  };
  const crash = () => {
    throw new Error("killed");
  };
  await signIn(lose, crash).catch(() => undefined);
  computer.service.losesAnswers = false;
  expect(await computer.open().refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
});

describe("on an activated computer", () => {
  const START_PATH = "/api/license/sign-in/start";
  const POLL_PATH = "/api/license/sign-in/poll";
  const deny = () => computer.answerSignIn(false);
  const down = () => {
    computer.service.isDown = true;
  };
  const refuse = (path: string) => () => {
    computer.service.failures[path] = new AppError("RATE_LIMITED", "Later");
  };
  const taken = () => {
    computer.service.failures[POLL_PATH] = new AppError("SEAT_TAKEN", "Taken");
  };
  beforeEach(async () => {
    await license.activate(KEY);
  });

  const stopped = async () => {
    const ended = new AbortController();
    await license.signIn(() => ended.abort(), { signal: ended.signal });
  };
  test.each([
    ["denied", () => signIn(nothing, deny)],
    [
      "denied after an answer got lost",
      () => signIn(down, () => Object.assign(computer.service, { isDown: false }), deny),
    ],
    ["not answered in time", () => signIn()],
    ["refused", () => signIn(nothing, taken)],
    ["refused at its start", async () => refuse(START_PATH)() ?? license.signIn(() => undefined)],
    ["unable to reach the service at its start", async () => down() ?? license.signIn(() => undefined)],
    ["stopped before the first poll", stopped],
  ])("a sign-in that is %s does not take back a seat that was swapped since", async (_how, end) => {
    await end();
    Object.assign(computer.service, { isDown: false, failures: {} });
    computer.service.license = swapDevice(computer.service.license, new Date(computer.service.now));
    expect((await license.refresh()).refusal?.code).toBe("FINGERPRINT_MISMATCH");
    expect(computer.service.calls.at(-1)).toBe("/api/license/refresh");
  });

  test("after a denied sign-in, the client still repeats a refresh that got no answer", async () => {
    computer.service.losesAnswers = true;
    await license.refresh();
    computer.service.losesAnswers = false;
    await signIn(deny);
    expect((await license.refresh()).outcome).toBe("done");
    expect(computer.service.calls.at(-1)).toBe("/api/license/refresh");
  });

  test("a refresh works while the sign-in waits for the customer", async () => {
    let refreshed = license.state() as Promise<unknown>;
    const meanwhile = () => {
      refreshed = license.refresh();
    };
    const { result } = await signIn(nothing, meanwhile, approve);
    expect(await refreshed).toMatchObject({ outcome: "done" });
    expect(result.outcome).toBe("done");
    expect(computer.service.calls).toContain("/api/license/refresh");
    expect((await license.refresh()).outcome).toBe("done");
  });

  test("a sign-in whose approval got lost keeps the seat even if it is aborted", async () => {
    const ended = new AbortController();
    const result = license.signIn(() => undefined, { signal: ended.signal });
    await computer.time.waiting();
    approve();
    computer.service.losesAnswers = true;
    await computer.time.ring();
    ended.abort();
    computer.service.losesAnswers = false;
    expect((await result).outcome).toBe("aborted");
    expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
  });

  test("after a denied sign-in, the client still repeats an activation that got no answer", async () => {
    let refreshed = license.state() as Promise<unknown>;
    const lose = () => {
      computer.service.losesAnswers = true;
    };
    const loseAnother = () => {
      refreshed = license.refresh();
    };
    const find = () => {
      computer.service.losesAnswers = false;
      deny();
    };
    const { result } = await signIn(lose, loseAnother, find);
    expect(result.refusal?.code).toBe("ACCESS_DENIED");
    expect(await refreshed).toMatchObject({ outcome: "not-reached" });
    expect((await license.refresh()).outcome).toBe("done");
    expect(computer.service.calls.slice(-1)).toEqual(["/api/license/activate"]);
  });
});
