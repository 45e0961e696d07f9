import { test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { advanceClock, settle } from "./control.ts";

export type Time = {
  /** Returns once so many days have passed since the stories began, and all that happened in them is handled. */
  until(day: number): Promise<void>;
};
/** In days. */
const WEEK = 7;
/** Stories that do something at the same time: with more, a step of one waits so long for the others that sign-ins and pages end. */
const AT_ONCE = 4;
type Story = (time: Time) => Promise<void>;
type Waiting = { day: number; go: () => void; fail: (error: unknown) => void };

/**
 * Stories that live through the same months: a few act at the same time, and the clock moves once all of them wait for
 * it. What a moved day costs is mostly what runs daily, however many customers the day holds. A story that waits for
 * another time is alone then, and may hold webhooks back.
 */
export function sharedMonths(): { test: (title: string, story: Story) => void } {
  const stories = new Map<symbol, Story>();
  let played: ReadonlyMap<symbol, Promise<void>> | undefined;
  return {
    test(title, story) {
      const id = Symbol(title);
      stories.set(id, story);
      test(title, () => {
        played ??= play(stories);
        return played.get(id);
      });
    },
  };
}

function play(stories: ReadonlyMap<symbol, Story>): ReadonlyMap<symbol, Promise<void>> {
  let today = 0;
  let going = stories.size;
  let waiting: Waiting[] = [];
  const turns = makeTurns(AT_ONCE);

  async function until(day: number): Promise<void> {
    if (day <= today) return;
    const come = new Promise<void>((go, fail) => waiting.push({ day, go, fail }));
    turns.end();
    moveOn();
    try {
      await come;
    } finally {
      await turns.begin();
    }
  }

  /** To the next day that a story waits for, if none has anything left to do before it. */
  function moveOn(): void {
    if (waiting.length === 0 || waiting.length < going) return;
    const next = Math.min(...waiting.map(({ day }) => day));
    const due = waiting.filter(({ day }) => day === next);
    waiting = waiting.filter(({ day }) => day !== next);
    moveTo(next).then(
      () => {
        for (const { go } of due) go();
      },
      (error: unknown) => {
        for (const { fail } of due) fail(error);
      },
    );
  }

  async function moveTo(day: number): Promise<void> {
    // In parts: `fetch` gives up a call that takes five minutes, and each day has hundreds of schedules.
    for (let left = day - today; left > 0; left -= WEEK)
      await advanceClock(Math.round((Math.min(WEEK, left) * DAY) / SECOND));
    await settle();
    today = day;
  }

  async function tell(story: Story): Promise<void> {
    await turns.begin();
    try {
      await story({ until });
    } finally {
      turns.end();
      going -= 1;
      moveOn();
    }
  }

  const played = new Map([...stories].map(([id, story]) => [id, tell(story)]));
  // A story that fails fails its own test, which may not have begun to wait for it.
  for (const told of played.values()) told.catch(() => {});
  return played;
}

/** So many have their turn at the same time; the others wait in the order in which they came. */
function makeTurns(atOnce: number): { begin: () => Promise<void>; end: () => void } {
  let free = atOnce;
  const line: (() => void)[] = [];
  return {
    async begin() {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => line.push(go));
    },
    end() {
      const next = line.shift();
      if (next) next();
      else free += 1;
    },
  };
}
