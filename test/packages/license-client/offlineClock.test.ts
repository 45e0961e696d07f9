import { beforeEach, describe, expect, test } from "vitest";
import { DAY, MINUTE } from "#shared/instant.ts";
import { answered, withoutInternet } from "./answering.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY, START } from "./service.ts";

const YEAR = 365 * DAY;
const LOCKED = { name: "needs-connection", reason: "clock" };

/** Starts the application, creates a request and accepts its answer. */
async function renew(computer: Computer) {
  const answer = answered(computer, await computer.open().requestOffline());
  return computer.open().acceptOffline(answer);
}

/** Sets the clock to a wrong time and lets the application see it. */
async function visit(computer: Computer, error: number): Promise<void> {
  computer.time.set(START + error);
  await computer.open().state();
}

describe("on a computer without internet, after its clock was wrong,", () => {
  let computer: Computer;
  beforeEach(async () => {
    computer = withoutInternet();
    await renew(computer);
  });

  test.each([40 * DAY, 10 * DAY, YEAR])(
    "a fresh answer makes the license work again (clock %i ms ahead)",
    async (error) => {
      await visit(computer, error);
      computer.time.set(START);
      expect(await computer.open().state()).toMatchObject({
        ...LOCKED,
        message: "The clock was set back. Correct it, or get a new offline license under Seats.",
        action: "enter-key",
      });
      expect(await renew(computer)).toMatchObject({ outcome: "done", state: { name: "active" } });
      computer.pass(30 * DAY - MINUTE);
      expect((await computer.open().state()).name).toBe("active");
      computer.pass(MINUTE);
      expect(await computer.open().state()).toMatchObject({ reason: "offline-ended" });
    },
  );

  test("an application that was not restarted accepts a new answer", async () => {
    const license = computer.open();
    computer.time.set(START + YEAR);
    await license.state();
    computer.time.set(START);
    const answer = answered(computer, await license.requestOffline());
    computer.pass(2 * DAY);
    expect((await license.acceptOffline(answer)).state.name).toBe("active");
  });

  test("an answer that is refused while the clock is ahead is accepted after the correction", async () => {
    await visit(computer, YEAR);
    const answer = answered(computer, await computer.open().requestOffline());
    expect((await computer.open().acceptOffline(answer)).refusal?.code).toBe("ANSWER_EXPIRED");
    computer.time.set(START);
    expect((await computer.open().acceptOffline(answer)).state.name).toBe("active");
  });

  test("the answer to an earlier request is refused, and the answer to a new request is accepted", async () => {
    const answer = answered(computer, await computer.open().requestOffline());
    await visit(computer, YEAR);
    computer.time.set(START);
    expect((await computer.open().acceptOffline(answer)).refusal?.code).toBe("ANSWER_EXPIRED");
    expect((await renew(computer)).state.name).toBe("active");
  });
});

test.each([-YEAR, YEAR])(
  "once a clock that was off by %i ms is corrected, the library forgets its offset",
  async (error) => {
    const computer = createComputer();
    computer.time.set(START + error);
    await computer.open().activate(KEY);
    computer.service.isDown = true;
    computer.time.set(START);
    expect((await computer.open().state()).name).toBe("needs-connection");
    expect((await renew(computer)).state.name).toBe("active");
  },
);

test("the library keeps the offset of a clock that stays wrong", async () => {
  const computer = createComputer();
  computer.time.set(START - YEAR);
  await computer.open().activate(KEY);
  computer.service.isDown = true;
  expect((await renew(computer)).state.name).toBe("active");
});

describe("an answer that is kept for later gains nothing", () => {
  /** Works for 25 days with an earlier answer, sets the clock back to the start, and then uses the kept answer. */
  async function holdBack(computer: Computer, answer: string) {
    for (let day = 0; day < 25; day += 1) {
      computer.pass(DAY);
      await computer.open().state();
    }
    computer.time.set(computer.time.now() - 25 * DAY);
    return (await computer.open().acceptOffline(answer)).state;
  }

  test("with a clock that is set back", async () => {
    const computer = withoutInternet();
    await renew(computer);
    const answer = answered(computer, await computer.open().requestOffline());
    expect(await holdBack(computer, answer)).toMatchObject(LOCKED);
  });

  test.each([DAY, 3 * DAY])("with a clock that was %i ms ahead only during the request", async (error) => {
    const computer = withoutInternet();
    await renew(computer);
    await visit(computer, error);
    const answer = answered(computer, await computer.open().requestOffline());
    computer.time.set(START);
    expect(await holdBack(computer, answer)).toMatchObject(LOCKED);
  });

  test("if a refresh has corrected the time since the request", async () => {
    const computer = createComputer();
    await computer.open().activate(KEY);
    await visit(computer, YEAR);
    const answer = answered(computer, await computer.open().requestOffline());
    computer.time.set(START);
    computer.pass(20 * DAY);
    expect((await computer.open().refresh()).state.name).toBe("active");
    computer.service.isDown = true;
    computer.time.set(START);
    expect((await computer.open().acceptOffline(answer)).state).toMatchObject(LOCKED);
  });

  test("if it is used a second time", async () => {
    const computer = withoutInternet();
    await visit(computer, YEAR);
    const answer = answered(computer, await computer.open().requestOffline());
    computer.time.set(START);
    await computer.open().acceptOffline(answer);
    await visit(computer, 31 * DAY);
    computer.time.set(START);
    expect((await computer.open().acceptOffline(answer)).refusal?.code).toBe("ANSWER_USED");
    expect(await computer.open().state()).toMatchObject(LOCKED);
  });
});
